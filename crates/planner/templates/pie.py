# figure
shown = result.set_index($column)[$label].sort_values(ascending=False)
if len(shown) > 7:
    shown = pd.concat([shown.head(6), pd.Series({"all others": shown.iloc[6:].sum()})])
fig, ax = plt.subplots(figsize=(6, 5))
names, parts = shown.index.astype(str), shown / shown.sum()
# The names of small slices would lie over each other: then they are in a legend.
small = parts.min() < 0.05
wedges = ax.pie(
    shown,
    labels=names,
    labeldistance=None if small else 1.1,
    autopct=lambda part: f"{part:.1f}%" if part >= 5 else "",
    startangle=90,
    counterclock=False,
)[0]
if small:
    texts = [f"{name}: {part:.1%}" for name, part in zip(names, parts)]
    ax.legend(wedges, texts, loc="center left", bbox_to_anchor=(1, 0.5), frameon=False)
ax.set_title($title)
