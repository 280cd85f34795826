names = df[$column].astype(str)
?sides sides = $sides
?!sides sides = sorted(names[df[$column].notna()].unique())
?ordered sides = sorted(sides)
df = df[df[$column].notna() & names.isin(sides)]
result = df.groupby([$each, names.rename("side")])$measured.unstack($fill).reindex(columns=sides)
if len(sides) == 2:
?ordered     last, first = sides[1], sides[0]
?!ordered     last, first = sides[0], sides[1]
?difference     name, gap = f"{last} − {first}", result[last] - result[first]
?percent     name, gap = f"{last} against {first} %", ((result[last] / result[first].where(result[first] != 0) - 1) * 100).round(4)
?factor     name, gap = f"{last} ÷ {first}", result[last] / result[first].where(result[first] != 0)
    result[name] = gap
?!descending     result = result.sort_values(name, ascending=True, kind="stable")
?descending     result = result.sort_values(name, ascending=False, kind="stable")
    record["sides"] = [[first, float(result[first].iloc[0])], [last, float(result[last].iloc[0])]] if len(result) else []
?limit result = result.head($limit)
result = result.rename_axis(None, axis=1).reset_index()
# figure
shown = result.set_index($each)[[side for side in sides if side in result]].head(12)
fig, ax = plt.subplots(figsize=(8, 0.5 * len(shown) + 2))
shown.plot.barh(width=0.8, ax=ax)
ax.invert_yaxis()
ax.set(title=$title, xlabel=$label, ylabel=$each_text)
ax.legend(title=$column_text, bbox_to_anchor=(1, 1), loc="upper left", frameon=False)
