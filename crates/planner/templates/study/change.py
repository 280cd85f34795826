$periods
dated = df.dropna(subset=[$date])
earlier = dated[(dated[$date] >= first[0]) & (dated[$date] < first[1])]
later = dated[(dated[$date] >= second[0]) & (dated[$date] < second[1])]
value = $value
before, after = earlier[value].$method(), later[value].$method()


def moved(column):
    """What each value of a column had before and after, and how much that changed."""
    sums = [part.groupby(part[column].astype("string").fillna("(blank)"))[$value].$method() for part in (earlier, later)]
    table = pd.DataFrame({"before": sums[0], "after": sums[1]}).fillna(0)
    table["change"] = table["after"] - table["before"]
    if after != before:
        table["of the change %"] = (table["change"] / (after - before) * 100).round(2)
    # What moved the total comes first.
    table = table.sort_values("change", ascending=bool(after < before)).rename_axis("group").reset_index()
    table.insert(0, "by", " ".join(column.split()))
    return table


parts = {column: moved(column) for column in $columns}

shown = next(iter(parts.values()))
shown = shown if len(shown) <= 16 else pd.concat([shown.head(8), shown.tail(8)])
fig, ax = plt.subplots(figsize=(8, 0.4 * len(shown) + 1.8))
bars = ax.barh(shown["group"], shown["change"], color=["tab:green" if rise >= 0 else "tab:red" for rise in shown["change"]])
ax.bar_label(bars, fmt="{:+,$digits}", padding=4)
ax.axvline(0, color="black", linewidth=0.8)
ax.invert_yaxis()
ax.margins(x=0.2)
ax.xaxis.set_major_formatter("{x:,.10g}")
ax.set(title=$title, xlabel="change of " + $what, ylabel=shown["by"].iloc[0])
ax.spines[["top", "right"]].set_visible(False)
fig.tight_layout()
plt.show()

percent = f" ({after / before - 1:+.1%})" if before else ""
print($what_head, f"went from {before:,$digits} ({first[2]}) to {after:,$digits} ({second[2]}): {after - before:+,$digits}{percent}.")
for column, table in parts.items():
    most, least = table.iloc[0], table.iloc[-1]
    line = f"By {most['by']}: most of it in {most['group']} with {most['change']:+,$digits}"
    if (least["change"] > 0) != (after > before) and least["change"] != 0:
        line += f"; against it {least['group']} with {least['change']:+,$digits}"
    print(line)
print(f"Rows: {len(earlier):,} before, {len(later):,} after; average per row {earlier[value].mean():,.2f} before, {later[value].mean():,.2f} after")
print("Note: this says where the change arose, not what made people act so.")
$newest
if newest < second[1] - pd.Timedelta(days=1):
    print(f"Note: the data ends on {newest:%Y-%m-%d}, before the later period does.")

pd.concat([table.head(10) for table in parts.values()], ignore_index=True)
