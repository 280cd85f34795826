totals = df.groupby($column)$measured.sort_values(ascending=False)
top = totals.head($limit)
result = pd.DataFrame({$column_text: top.index.astype(str), $label: top.to_numpy(), "share %": (top / totals.sum() * 100).round(2).to_numpy()})
findings = [f"Best of {len(totals):,} by " + $column_text + f": {say(str(top.index[0]))} with {top.iloc[0]:,$digits}; the first {len(top)} make up {top.sum() / totals.sum():.1%}."]
# figure
fig, ax = plt.subplots()
bars = ax.barh([say(str(name)) for name in top.index[:20]], top[:20])
ax.bar_label(bars, fmt="{:,.0f}", padding=4)
ax.invert_yaxis()
ax.margins(x=0.15)
ax.set_xlabel($label)
