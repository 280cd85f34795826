# $title
trend = df.dropna(subset=[$date]).set_index($date)[$value].$resampled.$method()
trend.index = $names
change = (trend.pct_change() * 100).round(2)
table = pd.DataFrame({$grain: trend.index, $label: trend.to_numpy(), "change %": change.to_numpy()})
start = len(findings)
findings.append($what_head + f": {trend.sum():,$digits} in {len(trend):,} $grain_names, highest in {trend.idxmax()} with {trend.max():,$digits}, lowest in {trend.idxmin()} with {trend.min():,$digits}.")
whole = trend
$partial
$year
ax = page($title, " ".join(findings[start:]), table)
ax.bar(trend.index, trend, color=BLUE)
ax.set_xticks(range(0, len(trend), max(1, len(trend) // 12)))
ax.tick_params(axis="x", rotation=45)
ax.yaxis.set_major_formatter("{x:,.10g}")
ax.set_ylabel($what)
