?returning # The table has no stages: every row counts as one purchase.
?returning purchases = df.groupby($column).size()
?returning sizes = pd.Series({"at least once" if n == 1 else f"{n} times or more": (purchases >= n).sum() for n in (1, 2, 5, 10, 25, 50, 100, 250, 500, 1000) if (purchases >= n).any()})
?returning sizes = sizes[sizes.diff() != 0].rename_axis("bought")
?!returning sizes = df.groupby($column)$measured.sort_values(ascending=False, kind="stable")
sizes.index = sizes.index.astype(str)
of_first, going = sizes / sizes.iloc[0], sizes / sizes.shift()
result = pd.DataFrame({$label: sizes, "of first %": (of_first * 100).round(4), "of stage before %": (going * 100).round(4)})
result = result.reset_index()
findings = [f"Of {sizes.iloc[0]:,.0f} in {sizes.index[0]}, {sizes.iloc[-1]:,.0f} reach {sizes.index[-1]}: {of_first.iloc[-1]:.1%}."]
if len(sizes) > 1:
    at = sizes.index.get_loc(going.idxmin())
    findings.append(f"Narrowest step: from {sizes.index[at - 1]} to {sizes.index[at]} only {going.min():.1%} go on ({sizes.iloc[at - 1] - sizes.iloc[at]:,.0f} are lost).")
findings.append("Counted, in the order of size: " + $label + ": " + ", ".join(f"{name} {size:,.0f}" for name, size in sizes.items()) + ".")
# figure
fig, ax = plt.subplots(figsize=(8, 0.7 * len(sizes) + 1.4))
bars = ax.barh(sizes.index, sizes, left=(sizes.iloc[0] - sizes) / 2, height=0.75)
ax.bar_label(bars, [f"{size:,.0f} ({part:.1%})" for size, part in zip(sizes, of_first)], label_type="center", bbox={"facecolor": "white", "alpha": 0.8, "edgecolor": "none", "pad": 1.5})
ax.invert_yaxis()
ax.set(title=$title, xticks=[])
