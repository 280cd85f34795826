$newest
period = newest.to_period($period)
if newest.normalize() < period.end_time.normalize() and $partly:
    period -= 1
first, second = ((p.start_time, (p + 1).start_time, str(p)) for p in (period - 1, period))
