shown = result.set_index($group).head(12)
shown = shown[shown.sum().nlargest(8).index]
fig, ax = plt.subplots(figsize=(8, 0.5 * len(shown) + 2))
shown.plot.barh(stacked=$stacked, width=0.8, ax=ax)
ax.invert_yaxis()
ax.xaxis.set_major_formatter("{x:,.10g}")
ax.set(title=$title, xlabel=$label_text, ylabel=$group_text)
ax.legend(title=$second_text, bbox_to_anchor=(1, 1), loc="upper left", frameon=False)
