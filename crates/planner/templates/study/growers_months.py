$newest
months, reached = df[$date].dt.to_period("M"), newest.to_period("M")
# Whole months only, and as many before as after: a year each where there is so much.
last = reached if $whole or newest.normalize() == reached.end_time.normalize() else reached - 1
count = max(1, min(12, ((last - months.min()).n + 1) // 2))
later, after = (months > last - count) & (months <= last), f"{last - count + 1} to {last}"
earlier, before = (months > last - 2 * count) & (months <= last - count), f"{last - 2 * count + 1} to {last - count}"
