missing = len(df) - filled
quality = pd.DataFrame({
    "type": pd.Series(dict(zip(df.columns, $kinds))),
    "missing": missing,
    "missing %": (missing / max(len(df), 1) * 100).round(4),
    "unreadable": filled - df.notna().sum(),
    "distinct": df.nunique(),
})
result = quality.reindex(df.columns).rename_axis("column").reset_index()
gaps = result[result["missing"] + result["unreadable"] > 0].sort_values("missing", ascending=False, kind="stable")
record = {
    "duplicates": int(duplicates),
    "missing": int(missing.sum()),
    "unreadable": int(result["unreadable"].sum()),
    "complete": int(df.notna().all(axis=1).sum()),
    "lines": gaps[["column", "missing", "missing %", "unreadable"]].astype(object).to_numpy().tolist(),
}
# figure
if len(gaps):
    fig, ax = plt.subplots(figsize=(8, 0.4 * len(gaps) + 1.6))
    ax.barh(gaps["column"].astype(str), gaps["missing"], label="missing")
    ax.barh(gaps["column"].astype(str), gaps["unreadable"], left=gaps["missing"], label="unreadable")
    ax.invert_yaxis()
    ax.set(title="Missing and unreadable values", xlabel="rows")
    ax.legend()
    fig.tight_layout()
    plt.show()
