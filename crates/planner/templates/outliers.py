values = df[$column].dropna()
low, high = values.quantile(0.25), values.quantile(0.75)
lowest, highest = low - 1.5 * (high - low), high + 1.5 * (high - low)
below, above = df[df[$column] < lowest], df[df[$column] > highest]
inside = values[values.between(lowest, highest)]
result = pd.concat([below, above]).sort_values($column, key=lambda column: (column - values.median()).abs(), ascending=False).reset_index(drop=True)
findings = [
    f"{len(result):,} of {len(values):,} values ({len(result) / max(len(values), 1):.1%}) of " + $column_text + f" {'is' if len(result) == 1 else 'are'} unusual: outside {lowest:,.2f} to {highest:,.2f}.",
    f"Too low: {len(below):,}; too high: {len(above):,}. Lowest of all {values.min():,.2f}, highest {values.max():,.2f}",
    f"Average with them {values.mean():,.2f}, without them {inside.mean():,.2f}; median {values.median():,.2f}",
    "Rule: more than one and a half times the width of the middle half away from it (Tukey). Unusual is not the same as wrong.",
]
# figure
fig, ax = plt.subplots(figsize=(9, 3))
ax.boxplot(values, orientation="horizontal", widths=0.5, flierprops={"markersize": 3, "alpha": 0.4})
ax.set(title=$title, xlabel=$column_text, yticks=[])
