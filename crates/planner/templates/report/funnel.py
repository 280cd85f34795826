# $title
$sizes
table = pd.DataFrame({$stage_name: sizes.index, $counted: sizes.to_numpy(), "of first %": (sizes / sizes.iloc[0] * 100).round(2).to_numpy(), "of step before %": (sizes / sizes.shift() * 100).round(2).to_numpy()})
findings.append("Funnel: " + ", ".join(f"{say(str(name))} {size:,.0f} ({size / sizes.iloc[0]:.1%})" for name, size in sizes.items()) + ".")
ax = page($title, findings[-1], table, left=0.2)
bars = ax.barh(range(len(sizes)), sizes, left=(sizes.iloc[0] - sizes) / 2, height=0.75, color=BLUE)
ax.bar_label(bars, [f"{size:,.0f} ({size / sizes.iloc[0]:.1%})" for size in sizes], label_type="center", bbox={"facecolor": "white", "alpha": 0.85, "edgecolor": "none", "pad": 1.5})
ax.set_yticks(range(len(sizes)), [say(str(name)) for name in sizes.index])
ax.invert_yaxis()
ax.set_xticks([])
ax.spines[["bottom", "left"]].set_visible(False)
