counts = df[$column].value_counts()
again = counts[counts > 1]
result = again.rename("rows").rename_axis($column).reset_index()
record = {"repeated": len(again), "involved": int(again.sum())}
