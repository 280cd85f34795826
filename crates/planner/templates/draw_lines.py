fig, ax = plt.subplots(figsize=(9, 4.6))
for name in table.columns[:8]:
    ax.plot(table.index, table[name], label=str(name))
ax.yaxis.set_major_formatter("{x:,.10g}")
ax.set(title=$title, xlabel=$grain, ylabel=$label_text)
ax.legend(title=$second_text, bbox_to_anchor=(1, 1), loc="upper left", frameon=False)
ax.grid(axis="y", alpha=0.3)
fig.autofmt_xdate()
if table.shape[1] > 8:
    notes.append(f"The figure shows the 8 largest of {table.shape[1]} lines; the table has all.")
