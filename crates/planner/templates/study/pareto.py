name = $label
totals = df.groupby($by)[$value].$method().sort_values(ascending=False)
ranked = totals[totals > 0]
share = ranked / ranked.sum() * 100
running = share.cumsum()
abc = pd.DataFrame({$label: ranked, "share %": share, "running %": running})
# An item belongs to the class in which its stretch of the running total begins.
abc[$class] = pd.cut(running - share, [-1, 80, 95, 101], right=False, labels=["A", "B", "C"]).astype(str)
abc = abc.round({"share %": 2, "running %": 2})

shown = abc.head(40)
fig, ax = plt.subplots(figsize=(9, 4.6))
colors = {"A": "tab:blue", "B": "tab:orange", "C": "0.7"}
ax.bar(shown.index.astype(str), shown[$label], color=shown[$class].map(colors))
ax.yaxis.set_major_formatter("{x:,.10g}")
ax.tick_params(axis="x", rotation=90 if len(shown) > 8 else 0)
ax.set(title=$title, ylabel=$what)
line = ax.twinx()
line.plot(shown.index.astype(str), shown["running %"], color="black", marker="o", markersize=3)
line.set(ylim=(0, 105), ylabel="running share")
line.yaxis.set_major_formatter("{x:,.10g}%")
line.axhline(80, color="black", linestyle=":", linewidth=0.8)
ax.spines["top"].set_visible(False)
line.spines["top"].set_visible(False)
fig.tight_layout()
plt.show()

best = abc[abc[$class] == "A"]
print(f"{len(best):,} of {len(abc):,}", $by_text, f"({len(best) / max(len(abc), 1):.0%}) make up {best[name].sum() / ranked.sum():.1%} of", $what + ".")
for kind, part in abc.groupby($class):
    print(f"Class {kind}: {len(part):,} with {part[name].sum():,$digits} ({part[name].sum() / ranked.sum():.1%})")
print(f"All together: {ranked.sum():,$digits}. A is the first 80% of the total, B goes on to 95%, C is the rest.")
if len(totals) > len(ranked):
    print(f"Note: {len(totals) - len(ranked):,} without a positive total are left out.")

abc.rename_axis($by_name).reset_index()
