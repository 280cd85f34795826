kinds = dict(zip(df.columns, $kinds))


def show(value):
    if pd.isna(value):
        return ""
    if isinstance(value, pd.Timestamp):
        return f"{value:%Y-%m-%d}"
    return f"{value:,.2f}".removesuffix(".00")


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
record = {
    "width": df.shape[1],
    "dates": [[name, f"{df[name].min():%Y-%m-%d}", f"{df[name].max():%Y-%m-%d}"] for name in plain.select_dtypes("datetime") if df[name].notna().any()],
}
