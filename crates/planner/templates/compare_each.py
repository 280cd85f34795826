$places
result = df.groupby([$each, names.rename("side")])$measured.unstack($fill).reindex(columns=sides$filled)
record["sides"] = []
?gap if len(result) and len(sides) $pair:
?gap     first, last = $pair_ends
?difference     name, gap = f"{last} − {first}", result[last] - result[first]
?percent     name, gap = f"{last} against {first} %", ((result[last] / result[first].where(result[first] != 0) - 1) * 100).round(4)
?factor     name, gap = f"{last} ÷ {first}", result[last] / result[first].where(result[first] != 0)
?gap     result[name] = gap
?top     result = result.nlargest($limit, name, keep="all")
?bottom     result = result.nsmallest($limit, name, keep="all")
?ranked     result = result.dropna(subset=[name]).sort_values(name, ascending=$ascending, kind="stable")
?named     if len(result):
?named         record["sides"] = [[side, float(result[side].iloc[0])] for side in (first, last)]
result = result.rename_axis(None, axis=1).reset_index()
# figure
shown = result.set_index($each)[sides].head(12)
fig, ax = plt.subplots(figsize=(8, 0.5 * len(shown) + 2))
if len(shown):
    shown.plot.barh(width=0.8, ax=ax)
    ax.invert_yaxis()
    ax.legend(title=$column_text, bbox_to_anchor=(1, 1), loc="upper left", frameon=False)
ax.set(title=$title, xlabel=$label, ylabel=$each_text)
