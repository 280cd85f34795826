found = df[$value].value_counts(dropna=False)
result = found.rename("rows in the file").rename_axis($column).reset_index()
record = {"different": df[$value].nunique(), "listed": len(found)}
