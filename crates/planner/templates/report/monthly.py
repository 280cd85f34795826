months = df[$date].dt.to_period("M")
for month in sorted(months.dropna().unique())[:120]:
    sheets[str(month)] = df[months == month]
