values = df[$column].dropna()
summary = values.describe(percentiles=[0.05, 0.25, 0.5, 0.75, 0.95])
record = {"summary": summary.to_dict()}
result = summary.rename_axis("figure").reset_index(name=$label)
