years = df[$date].dropna()
first, last = years.min(), years.max()
earlier, before = df[$date] == first, f"{first:%Y}"
later, after = df[$date] == last, f"{last:%Y}"
