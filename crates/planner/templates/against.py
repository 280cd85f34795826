pairs = df[$columns].corrwith(df[$value]).dropna()
result = pairs.rename("correlation").rename_axis("column").reset_index().sort_values("correlation", key=abs, ascending=False, ignore_index=True)
findings = ["No other column has numbers that could go together with it."]
if len(result):
    first = result.iloc[0]
    findings = [$column_text + f" goes together most with {first['column']}: r = {first['correlation']:.3f}. That says nothing about cause."]
# figure
shown = result.head(20)
fig, ax = plt.subplots(figsize=(8, 0.4 * len(shown) + 1.6))
bars = ax.barh(shown["column"].astype(str), shown["correlation"])
ax.bar_label(bars, fmt="{:.2f}", padding=4)
ax.invert_yaxis()
ax.margins(x=0.15)
ax.set(title=$title, xlabel="correlation")
