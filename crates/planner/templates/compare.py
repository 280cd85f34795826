$places
groups = df.groupby(names)
values = groups$measured.reindex(sides)
?top values = values.nlargest($limit, keep="all")
?bottom values = values.nsmallest($limit, keep="all")
?ranked values = values.sort_values(ascending=$ascending, kind="stable")
sides = values.index.tolist()
result = values.rename($label).rename_axis($column_text).reset_index()
?!counts result["rows"] = groups.size().reindex(sides, fill_value=0).to_numpy()
record = {"sides": [list(side) for side in zip(sides, values)]}
?means if len(sides) == 2:
?means     first, second = (df.loc[names == name, $value].dropna() for name in sides)
?means     if len(first) > 1 and len(second) > 1:
?means         gap = first.mean() - second.mean()
?means         blur = 1.96 * (first.var() / len(first) + second.var() / len(second)) ** 0.5
?means         findings.append(f"Average per row: {first.mean():,.2f} against {second.mean():,.2f}, a difference of {gap:+,.2f} give or take {blur:,.2f}: " + ("more than chance alone would make." if abs(gap) > blur else "chance alone may have made it."))
# figure
fig, ax = plt.subplots(figsize=(8, 0.5 * len(sides) + 1.8))
bars = ax.barh(sides, values)
ax.bar_label(bars, fmt="{:,$digits}", padding=4)
ax.invert_yaxis()
ax.margins(x=0.15)
ax.set(title=$title, xlabel=$label, ylabel=$column_text)
