dated = df.dropna(subset=[$date])
?report newest = dated[$date].max()
?report if newest.normalize() < newest.to_period("M").end_time.normalize():
?report     dated = dated[dated[$date] < newest.to_period("M").start_time]
year, month = dated[$date].dt.year, dated[$date].dt.month
lines = []
for later in sorted(year.unique()):
    # Only months that both years have are compared.
    months = sorted(set(month[year == later]) & set(month[year == later - 1]))
    if months:
        before, now = (dated[(year == y) & month.isin(months)]$total for y in (later - 1, later))
        lines.append([str(later), len(months), before, now, now - before, (now / before - 1) * 100 if before else float("nan")])
result = pd.DataFrame(lines, columns=["year", "months compared", "the year before", $label, "change", "change %"]).round({"change %": 4})
findings = [f"{line[0]} against {int(line[0]) - 1}, the same {line[1]} months of both: " + $label + f" {line[2]:,$digits} to {line[3]:,$digits} ({line[5]:+.1f}%)." for line in lines[-1:]]
findings = findings or ["No two years have a month in common, so there is nothing to compare."]
$partial
