dates = df[$date].dropna()
# Where every date begins a period, it stands for all of it.
if len(dates) and not dates.dt.to_period($period).dt.start_time.eq(dates).all() and dates.max().normalize() < dates.max().to_period($period).end_time.normalize():
    notes.append(f"The last date is {dates.max():%Y-%m-%d}, so the last $grain_name may be incomplete.")
