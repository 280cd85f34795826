wanted = $values
groups = df.groupby($column)[$value]
table = groups.agg(["count", "sum", "mean", "median", "min", "max"]).reindex(wanted)
table.columns = ["rows", "total", "average", "median", "lowest", "highest"]

fig, (left, right) = plt.subplots(1, 2, figsize=(9, 3.8))
left.bar(wanted, [groups.get_group(name).$method() for name in wanted if name in groups.groups], color=["tab:blue", "tab:orange"])
left.yaxis.set_major_formatter("{x:,.10g}")
left.set(title=$what)
right.boxplot([groups.get_group(name).dropna() for name in wanted], tick_labels=wanted, showfliers=False)
right.yaxis.set_major_formatter("{x:,.10g}")
right.set(title=$spread)
for ax in (left, right):
    ax.spines[["top", "right"]].set_visible(False)
fig.suptitle($title)
fig.tight_layout()
plt.show()

first, second = (groups.get_group(name).dropna() for name in wanted)
a, b = first.$method(), second.$method()
print($what_head + ":", wanted[0], f"{a:,$digits},", wanted[1], f"{b:,$digits}:", wanted[0], f"has {abs(a - b):,$digits} {'more' if a >= b else 'less'}" + (f" ({a / b - 1:+.1%})." if b else "."))
gap = first.mean() - second.mean()
blur = 1.96 * (first.var() / len(first) + second.var() / len(second)) ** 0.5
print(f"Average per row: {first.mean():,.2f} against {second.mean():,.2f}, a difference of {gap:+,.2f} give or take {blur:,.2f}:", "more than chance alone would make." if abs(gap) > blur else "chance alone may have made it.")

table.rename_axis($column_name).reset_index()
