trend = $series.dropna()
values = trend.set_axis(trend.index.$named)
result = values.rename($label).rename_axis($grain).reset_index()
record = {"whole": trend.sum()}
$rank
$ends
$partial
# figure
fig, ax = plt.subplots(figsize=(9, 4.2))
$draw
$floor
if len(trend) < 13:
    ax.set_xticks(trend.index)
ax.set(title=$title, xlabel=$grain, ylabel=$label)
ax.grid(axis="y", alpha=0.3)
ax.tick_params(axis="x", rotation=30)
