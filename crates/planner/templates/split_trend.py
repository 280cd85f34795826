cells = df.dropna(subset=[$date]).groupby([pd.Grouper(key=$date, freq=$frequency), $column])$measured
table = cells.unstack($fill)
table = table[table.sum().sort_values(ascending=False).index]
result = table.copy()
result.index = table.index.$named
result.columns = result.columns.astype(str)
result = result.rename_axis($grain).reset_index()
lines = [[str(name), line.max(), line.idxmax(), line.min(), line.idxmin()] for name, line in result.set_index($grain).iloc[:, :8].items()]
record = {"lines": lines}
if table.shape[1] > 8:
    notes.append(f"The figure shows the 8 largest of {table.shape[1]} lines; the table has all.")
$partial
# figure
fig, ax = plt.subplots(figsize=(9, 4.6))
for name in table.columns[:8]:
    ax.plot(table.index, table[name], label=str(name))
ax.set(title=$title, xlabel=$grain, ylabel=$label)
ax.legend(title=$column_text, bbox_to_anchor=(1, 1), loc="upper left", frameon=False)
ax.grid(axis="y", alpha=0.3)
ax.tick_params(axis="x", rotation=30)
