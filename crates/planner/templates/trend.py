trend = $series
known = trend.dropna()

fig, ax = plt.subplots(figsize=(9, 4.2))
$draw
$floor
if len(known) < 13:
    ax.set_xticks(known.index)
ax.yaxis.set_major_formatter("{x:,.10g}")
ax.set(title=$title, xlabel=$grain, ylabel=$label_text)
ax.grid(axis="y", alpha=0.3)
ax.spines[["top", "right"]].set_visible(False)
fig.autofmt_xdate()
fig.tight_layout()
plt.show()

trend.index = $names
$only
known = trend.dropna()
if len(known):
    print(f"Highest: {known.max():,$digits} in {known.idxmax()}")
    print(f"Lowest: {known.min():,$digits} in {known.idxmin()}")
$together
if len(known) > 1 and known.iloc[0]:
    change = known.iloc[-1] / known.iloc[0] - 1
    print(f"First to last: {known.iloc[0]:,$digits} in {known.index[0]} to {known.iloc[-1]:,$digits} in {known.index[-1]} ({change:+.1%})")
$partial

$result
