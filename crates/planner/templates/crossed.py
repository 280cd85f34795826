values = $values
best, worst = values.idxmax(), values.idxmin()
result = values.unstack($fill)
result = result.loc[$order]
result.columns = result.columns.astype(str)
result = result.reset_index()
record = {"best": [*map(str, best), values.max()], "worst": [*map(str, worst), values.min()]}
