newest = df[$date].max()
month = newest.to_period("M")
if newest.normalize() < month.end_time.normalize():
    month -= 1
first, second = ((m.start_time, (m + 1).start_time, str(m)) for m in (month - 1, month))
