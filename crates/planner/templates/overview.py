kinds = dict(zip(df.columns, $kinds))


def show(value):
    if pd.isna(value):
        return ""
    return f"{value:%Y-%m-%d}" if isinstance(value, pd.Timestamp) else f"{value:,.2f}".removesuffix(".00")


plain = df.select_dtypes(["number", "datetime"])
result = pd.DataFrame({
    "type": pd.Series(kinds),
    "missing": df.isna().sum(),
    "distinct": df.nunique(),
    "lowest": plain.min().map(show),
    "median": plain.median().map(show),
    "highest": plain.max().map(show),
    "most frequent": df.drop(columns=plain.columns).astype("string").mode().reindex([0]).loc[0],
}).reindex(df.columns).rename_axis("column").reset_index()
texts = ["lowest", "median", "highest", "most frequent"]
result[texts] = result[texts].astype(object).fillna("")
findings = [f"The table has {len(df):,} row{'s' * (len(df) != 1)} and {df.shape[1]} column{'s' * (df.shape[1] != 1)}."]
findings += [f"Dates in {name} run from {df[name].min():%Y-%m-%d} to {df[name].max():%Y-%m-%d}." for name in plain.select_dtypes("datetime") if df[name].notna().any()]
# figure
panels = $panels
fig, axes = plt.subplots(1, len(panels), figsize=(4.2 * len(panels), 3.6), squeeze=False)
for ax, name in zip(axes[0], panels):
    values = df[name].dropna()
    if pd.api.types.is_datetime64_any_dtype(values):
        counts = values.dt.to_period("M").value_counts().sort_index()
        ax.plot(counts.index.to_timestamp(), counts.to_numpy())
        ax.set(ylabel="rows per month", ylim=(0, None))
        fig.autofmt_xdate()
    elif pd.api.types.is_numeric_dtype(values):
        ax.hist(values, bins=30)
        ax.set_ylabel("rows")
    else:
        counts = values.astype(str).value_counts().head(8)
        ax.barh(counts.index, counts.to_numpy())
        ax.invert_yaxis()
        ax.set_xlabel("rows")
    ax.set_title(" ".join(name.split()))
