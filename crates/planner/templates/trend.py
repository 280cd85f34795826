dated = df.dropna(subset=[$date]).set_index($date).resample($frequency)
trend = dated$measured.dropna()
values = trend.set_axis(trend.index.$named)
result = values.rename($label).rename_axis($grain).reset_index()
record = {"groups": len(trend)}
?adding record["whole"] = trend.sum()
?sums if empty := (dated.size() == 0).sum():
?sums     notes.append(f"{empty:,} of {len(trend):,} $grain_names have no rows and count as 0.")
$ends
$partial
# figure
fig, ax = plt.subplots(figsize=(9, 4.2))
?bars ax.bar(trend.index, trend, width=0.8 * (trend.index[1] - trend.index[0]) if len(trend) > 1 else 0.8)
?points ax.scatter(trend.index, trend)
?line ax.plot(trend.index, trend, marker="o" if len(trend) < 40 else "")
?sums # An axis of sums and counts starts at zero, if none is negative.
?sums if len(trend) and trend.min() >= 0:
?sums     ax.set_ylim(bottom=0)
if len(trend) < 13:
    ax.set_xticks(trend.index)
ax.set(title=$title, xlabel=$grain, ylabel=$label)
ax.grid(axis="y", alpha=0.3)
ax.tick_params(axis="x", rotation=30)
