newest = dated[$date].max()
if newest.normalize() < newest.to_period("M").end_time.normalize():
    dated = dated[dated[$date] < newest.to_period("M").start_time]
