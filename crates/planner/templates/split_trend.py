cells = $series
table = cells.unstack($fill)
table = table[table.sum().sort_values(ascending=False).index]

fig, ax = plt.subplots(figsize=(9, 4.6))
for name in table.columns[:8]:
    ax.plot(table.index, table[name], label=str(name))
$floor
ax.yaxis.set_major_formatter("{x:,.10g}")
ax.set(title=$title, xlabel=$grain, ylabel=$label_text)
ax.legend(title=$second_text, bbox_to_anchor=(1, 1), loc="upper left", frameon=False)
ax.grid(axis="y", alpha=0.3)
ax.spines[["top", "right"]].set_visible(False)
fig.autofmt_xdate()
fig.tight_layout()
plt.show()

table.index = $names
for name in table.columns[:8]:
    line = table[name].dropna()
    print(" ".join(str(name).split()) + ":", f"highest {line.max():,$digits} in {line.idxmax()}, lowest {line.min():,$digits} in {line.idxmin()}")
if table.shape[1] > 8:
    print(f"Note: the figure shows the 8 largest of {table.shape[1]} lines; the table has all.")

table.rename_axis($grain).reset_index()
