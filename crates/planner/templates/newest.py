dates = df[$date].dropna()
# Where every date begins a year, quarter or month, it stands for all of it.
step = "D" if dates.nunique() < 2 else "Y" if dates.dt.is_year_start.all() else "Q" if dates.dt.is_quarter_start.all() else "M" if dates.dt.is_month_start.all() else "D"
newest = dates.max().to_period(step).end_time
