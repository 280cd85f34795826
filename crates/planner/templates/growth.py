name = $label
?years series = df.groupby($date)$measured
?!years series = df.dropna(subset=[$date]).set_index($date).resample($frequency)$measured
series.index = series.index.$named
result = pd.DataFrame({name: series, "before": series.shift(1)})
result["change"] = result[name] - result["before"]
result["change %"] = (result["change"] / result["before"].where(result["before"] != 0) * 100).round(4)
known = result.dropna()
findings = ["There are too few periods to compare one with another."]
if len(known):
    last, best, worst = known.iloc[-1], known["change %"].idxmax(), known["change %"].idxmin()
    findings = [
        f"In {known.index[-1]} the {name} is {last[name]:,$digits} against {last['before']:,$digits} in the $grain_name before ({last['change %']:+.1f}%).",
        f"Strongest: {known.at[best, 'change %']:+.1f}% in {best}; weakest: {known.at[worst, 'change %']:+.1f}% in {worst}.",
        f"It grew in {(known['change'] > 0).sum()} of {len(known)} $grain_names that can be compared.",
    ]
result = result.rename_axis($grain).reset_index()
$partial
