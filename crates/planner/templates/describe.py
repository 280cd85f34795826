values = df[$value].dropna()
summary = values.describe(percentiles=[0.05, 0.25, 0.5, 0.75, 0.95])
record = dict(zip(["count", "mean", "std", "min", "low", "lower", "median", "upper", "high", "max"], summary))
result = summary.rename_axis("figure").reset_index(name=$label)
