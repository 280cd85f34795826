values = df.groupby($keys)$measured
result = values.unstack($fill)
?ordered result = result.sort_index()
?!ordered result = result.loc[result.sum(axis=1).sort_values(ascending=False).index]
result.columns = result.columns.astype(str)
result = result.reset_index()
$ends
# figure
shown = result.set_index($column).head(12)
shown = shown[shown.sum().nlargest(8).index]
fig, ax = plt.subplots(figsize=(8, 0.5 * len(shown) + 2))
shown.plot.barh(stacked=$adds_up, width=0.8, ax=ax)
ax.invert_yaxis()
ax.set(title=$title, xlabel=$label, ylabel=$groups)
ax.legend(title=$last_group, bbox_to_anchor=(1, 1), loc="upper left", frameon=False)
