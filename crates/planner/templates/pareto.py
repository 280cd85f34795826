name = $label
totals = df.groupby($by)[$value].$method().sort_values(ascending=False)
ranked = totals[totals > 0]
share = ranked / ranked.sum() * 100
running = share.cumsum()
abc = pd.DataFrame({name: ranked, "share %": share, "running %": running})
# An item belongs to the class in which its stretch of the running total begins.
abc[$class] = pd.cut(running - share, [-1, 80, 95, 101], right=False, labels=["A", "B", "C"]).astype(str)
abc = abc.round({"share %": 2, "running %": 2})
best = abc[abc[$class] == "A"]
findings = [f"{len(best):,} of {len(abc):,} " + $by_text + f" ({len(best) / max(len(abc), 1):.0%}) make up {best[name].sum() / ranked.sum():.1%} of " + $what + "."]
for kind, part in abc.groupby($class):
    findings.append(f"Class {kind}: {len(part):,} with {part[name].sum():,$digits} ({part[name].sum() / ranked.sum():.1%})")
findings.append(f"All together: {ranked.sum():,$digits}. A is the first 80% of the total, B goes on to 95%, C is the rest.")
if len(totals) > len(ranked):
    notes.append(f"{len(totals) - len(ranked):,} without a positive total are left out.")
result = abc.rename_axis($by_name).reset_index()
record = {"findings": findings}
