values = df.groupby($keys)$measured
record = {"groups": len(values)}
?having values = values[values $having]
ordered = values.$sorted
first = ordered.groupby(level=0, sort=False).head($limit).sort_index(level=0, sort_remaining=False, kind="stable")
result = first.rename($label).reset_index()
?second result[$second] = df.groupby($keys)$second_measured.reindex(first.index).to_numpy()
# figure
shown = result.head(20)
names = shown.iloc[:, :$levels].astype(str).agg(", ".join, axis=1)
fig, ax = plt.subplots(figsize=(8, 0.4 * len(shown) + 1.6))
bars = ax.barh(names, shown[$label])
ax.bar_label(bars, fmt="{:,$digits}", padding=4)
ax.invert_yaxis()
ax.margins(x=0.15)
ax.set(title=$title, xlabel=$label, ylabel=$groups)
