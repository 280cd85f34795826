fig, ax = plt.subplots(figsize=(9, 4.2))
$draw
$floor
if len(trend) < 13:
    ax.set_xticks(trend.index)
ax.yaxis.set_major_formatter("{x:,.10g}")
ax.set(title=$title, xlabel=$grain, ylabel=$label_text)
ax.grid(axis="y", alpha=0.3)
fig.autofmt_xdate()
