cells = $series
table = cells.unstack($fill)
table = table[table.sum().sort_values(ascending=False).index]
result = table.copy()
result.index = $names
result.columns = result.columns.astype(str)
result = result.rename_axis($grain).reset_index()
lines = [[str(name), line.max(), line.idxmax(), line.min(), line.idxmin()] for name, line in result.set_index($grain).iloc[:, :8].items()]
record = {"lines": lines}
$partial
