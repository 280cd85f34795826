$newest
if newest < newest.to_period($period).end_time:
    whole = whole.iloc[:-1]
    findings.append(f"The last date is {newest:%Y-%m-%d}, so the last $grain_name may be incomplete.")
