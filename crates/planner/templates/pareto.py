name = $label
totals = df.groupby($column)$measured.sort_values(ascending=False)
ranked = totals[totals > 0]
share = ranked / ranked.sum() * 100
running = share.cumsum()
abc = pd.DataFrame({name: ranked, "share %": share, "running %": running})
# An item belongs to the class in which its stretch of the running total begins.
abc[$class] = pd.cut(running - share, [-1, 80, 95, 101], right=False, labels=["A", "B", "C"]).astype(str)
abc = abc.round({"share %": 4, "running %": 4})
result = abc.rename_axis($column_text).reset_index()
best = abc[abc[$class] == "A"]
findings = [f"{len(best):,} of {len(abc):,} " + $column_text + f" ({len(best) / max(len(abc), 1):.0%}) make up {best[name].sum() / ranked.sum():.1%} of {name}."]
for kind, part in abc.groupby($class):
    findings.append(f"Class {kind}: {len(part):,} with {part[name].sum():,$digits} ({part[name].sum() / ranked.sum():.1%})")
findings.append(f"All together: {ranked.sum():,$digits}. A is the first 80% of the total, B goes on to 95%, C is the rest.")
if len(totals) > len(ranked):
    notes.append(f"{len(totals) - len(ranked):,} without a positive total are left out.")
# figure
fig, ax = plt.subplots(figsize=(9, 4.6))
shown = abc.head(40)
ax.bar(range(len(shown)), shown[name], color=shown[$class].map({"A": "tab:blue", "B": "tab:orange", "C": "0.7"}))
ax.set_xticks(range(len(shown)), [str(item)[:16] for item in shown.index], rotation=90 if len(shown) > 8 else 0)
ax.set(title=$title, ylabel=name)
line = ax.twinx()
line.plot(range(len(shown)), shown["running %"], color="black", marker="o", markersize=3)
line.set(ylim=(0, 105), ylabel="running share")
line.yaxis.set_major_formatter("{x:,.10g}%")
line.axhline(80, color="black", linestyle=":", linewidth=0.8)
