$sizes
funnel = pd.DataFrame({$label: sizes, "of first %": (sizes / sizes.iloc[0] * 100).round(2), "of stage before %": (sizes / sizes.shift() * 100).round(2)})

fig, ax = plt.subplots(figsize=(8, 0.7 * len(funnel) + 1.4))
bars = ax.barh(funnel.index, sizes, left=(sizes.iloc[0] - sizes) / 2, height=0.75)
ax.bar_label(bars, [f"{size:,.0f} ({part:.1f}%)" for size, part in zip(sizes, funnel["of first %"])], label_type="center", bbox={"facecolor": "white", "alpha": 0.8, "edgecolor": "none", "pad": 1.5})
ax.invert_yaxis()
ax.set_xticks([])
ax.set_title($title)
ax.spines[["top", "right", "bottom", "left"]].set_visible(False)
fig.tight_layout()
plt.show()

going = (sizes / sizes.shift()).iloc[1:]
print(f"Of {sizes.iloc[0]:,.0f} in {sizes.index[0]}, {sizes.iloc[-1]:,.0f} reach {sizes.index[-1]}: {sizes.iloc[-1] / sizes.iloc[0]:.1%}.")
if len(going):
    at = sizes.index.get_loc(going.idxmin())
    print(f"Narrowest step: from {sizes.index[at - 1]} to {sizes.index[at]} only {going.min():.1%} go on ({sizes.iloc[at - 1] - sizes.iloc[at]:,.0f} are lost).")
print("Counted:", $what + "; the stages stand in the order of their size.")
$split

$shown
