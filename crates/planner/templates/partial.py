$newest
if newest < newest.to_period($period).end_time:
    print(f"Note: the last date is {newest:%Y-%m-%d}, so the last $grain_name may be incomplete.")
