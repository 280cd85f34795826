cells = $values
print("Highest:", *[" ".join(str(part).split()) + "," for part in cells.idxmax()], f"with {cells.max():,$digits}")
print("Lowest:", *[" ".join(str(part).split()) + "," for part in cells.idxmin()], f"with {cells.min():,$digits}")
table = cells.unstack($fill)
table = table.loc[table.sum(axis=1).sort_values(ascending=False).index]

shown = table.loc[table.index[:12], table.sum().nlargest(8).index]
ax = shown.plot.barh($stacked, figsize=(8, 0.5 * len(shown) + 2), width=0.8)
ax.invert_yaxis()
ax.xaxis.set_major_formatter("{x:,.10g}")
ax.set(title=$title, xlabel=$label_text, ylabel=$group_text)
ax.legend(title=$second_text, bbox_to_anchor=(1, 1), loc="upper left", frameon=False)
ax.spines[["top", "right"]].set_visible(False)
ax.figure.tight_layout()
plt.show()

table.reset_index()
