?partial dates = df[$date].dropna()
?partial # Where every date begins a year, a quarter or a month, it stands for all of it.
?partial step = next((step for step in "YQM" if dates.nunique() > 1 and dates.dt.to_period(step).dt.start_time.eq(dates).all()), "D")
?partial if len(dates) and dates.max().to_period(step).end_time < dates.max().to_period($period).end_time:
?partial     notes.append(f"The last date is {dates.max():%Y-%m-%d}, so the last $last may be incomplete.")
