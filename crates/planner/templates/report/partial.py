newest = df[$date].max()
if newest.normalize() < newest.to_period($period).end_time.normalize():
    whole = whole.iloc[:-1]
    findings.append(f"The last date is {newest:%Y-%m-%d}, so the last $grain_name may be incomplete.")
