$periods
sums = [df[part].groupby($by)[$value].$method() for part in (earlier, later)]
table = pd.DataFrame({"before": sums[0], "after": sums[1]})$fill
table["change"] = table["after"] - table["before"]
table["change %"] = (table["change"] / table["before"].where(table["before"] > 0) * 100).round(2)
table = table.sort_values("change", ascending=$ascending)

shown = table.head(20)
fig, ax = plt.subplots(figsize=(8, 0.4 * len(shown) + 1.8))
bars = ax.barh(shown.index.astype(str), shown["change"], color=["tab:green" if rise >= 0 else "tab:red" for rise in shown["change"]])
ax.bar_label(bars, fmt="{:+,$digits}", padding=4)
ax.axvline(0, color="black", linewidth=0.8)
ax.invert_yaxis()
ax.margins(x=0.2)
ax.xaxis.set_major_formatter("{x:,.10g}")
ax.set(title=$title, xlabel=f"change from {before} to {after}", ylabel=$by_text)
ax.spines[["top", "right"]].set_visible(False)
fig.tight_layout()
plt.show()

if table.empty:
    print("No group has figures in both periods.")
else:
    first = table.iloc[0]
    percent = f" ({first['change %']:+.1f}%)" if first["change %"] == first["change %"] else ""
    print(table.index[0], $verb + ":", $what, f"went from {first['before']:,$digits} ({before}) to {first['after']:,$digits} ({after}), {first['change']:+,$digits}{percent}")
    shares = table["change %"].dropna()
    if len(shares) > 1:
        print(f"In percent: from {shares.max():+.1f}% for {shares.idxmax()} to {shares.min():+.1f}% for {shares.idxmin()}")
    print(f"{(table['change'] > 0).sum():,} of {len(table):,} grew; all together {table['change'].sum():+,$digits}" if $adds else f"{(table['change'] > 0).sum():,} of {len(table):,} grew")

table.rename_axis($by_name).reset_index()
