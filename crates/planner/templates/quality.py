missing = len(df) - filled
quality = pd.DataFrame({
    "type": pd.Series(dict(zip(df.columns, $kinds))),
    "missing": missing,
    "missing %": (missing / max(len(df), 1) * 100).round(2),
    "unreadable": filled - df.notna().sum(),
    "distinct": df.nunique(),
}).reindex(df.columns).rename_axis("column").reset_index()

print(f"The table has {len(df):,} rows; {duplicates:,} of them repeat an earlier row, "
      f"{missing.sum():,} values are missing and {quality['unreadable'].sum():,} cannot be read as what their column holds.")
print(f"Rows without any gap: {df.notna().all(axis=1).sum():,}")

gaps = quality[quality["missing"] + quality["unreadable"] > 0]
if len(gaps):
    fig, ax = plt.subplots(figsize=(8, 0.4 * len(gaps) + 1.6))
    names = gaps["column"].astype(str)
    ax.barh(names, gaps["missing"], label="missing")
    ax.barh(names, gaps["unreadable"], left=gaps["missing"], label="unreadable")
    ax.invert_yaxis()
    ax.xaxis.set_major_formatter("{x:,.10g}")
    ax.set(title="Missing and unreadable values", xlabel="rows")
    ax.legend()
    ax.spines[["top", "right"]].set_visible(False)
    fig.tight_layout()
    plt.show()

quality
