names = $names
parts = [df[df[$column].isin(values)] for values in $values]
first, second = (part[$value].dropna() for part in parts)
result = pd.DataFrame({name: values.agg(["count", "sum", "mean", "median", "min", "max"]) for name, values in zip(names, (first, second))}).T
result.columns = ["rows", "total", "average", "median", "lowest", "highest"]
a, b = first.$method(), second.$method()
findings = [$what_head + f": {names[0]} {a:,$digits}, {names[1]} {b:,$digits}: {names[0]} has {abs(a - b):,$digits} {'more' if a >= b else 'less'}" + (f" ({a / b - 1:+.1%})." if b else ".")]
if len(first) > 1 and len(second) > 1:
    gap = first.mean() - second.mean()
    blur = 1.96 * (first.var() / len(first) + second.var() / len(second)) ** 0.5
    findings.append(f"Average per row: {first.mean():,.2f} against {second.mean():,.2f}, a difference of {gap:+,.2f} give or take {blur:,.2f}: " + ("more than chance alone would make." if abs(gap) > blur else "chance alone may have made it."))
result = result.rename_axis($column_name).reset_index()
record = {"findings": findings}
