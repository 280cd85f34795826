?counts df = df.assign(**{$value: 1})
names = $names
first, second = (df.loc[df[$column].isin(values), $value].dropna() for values in $values)
result = pd.DataFrame({name: values.agg(["count", "sum", "mean", "median", "min", "max"]) for name, values in zip(names, (first, second))}).T
result.columns = ["rows", "total", "average", "median", "lowest", "highest"]
result = result.rename_axis($column_text).reset_index()
a, b = first.$method(), second.$method()
findings = [$label_head + f": {names[0]} {a:,$digits}, {names[1]} {b:,$digits}: {names[0]} has {abs(a - b):,$digits} {'more' if a >= b else 'less'}" + (f" ({a / b - 1:+.1%})." if b else ".")]
if len(first) > 1 and len(second) > 1:
    gap = first.mean() - second.mean()
    blur = 1.96 * (first.var() / len(first) + second.var() / len(second)) ** 0.5
    findings.append(f"Average per row: {first.mean():,.2f} against {second.mean():,.2f}, a difference of {gap:+,.2f} give or take {blur:,.2f}: " + ("more than chance alone would make." if abs(gap) > blur else "chance alone may have made it."))
# figure
fig, (ax, right) = plt.subplots(1, 2, figsize=(9, 3.8))
ax.bar(names, [a, b], color=["tab:blue", "tab:orange"])
ax.set(title=$label)
right.boxplot([first, second], tick_labels=names, showfliers=False)
right.set(title="spread of " + $of)
fig.suptitle($title)
