# figure
shown = result.head(20)
fig, ax = plt.subplots(figsize=(8, 0.4 * len(shown) + 1.6))
bars = ax.barh($names, shown[$label])
ax.bar_label(bars, fmt="{:,$digits}", padding=4)
ax.invert_yaxis()
ax.margins(x=0.15)
ax.set(title=$title, xlabel=$label, ylabel=$groups)
