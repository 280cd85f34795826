wholes = base.groupby($keys)$measured
parts = df.groupby($keys)$measured.reindex(wholes.index, fill_value=0)
values = (parts / wholes.where(wholes != 0) * 100).round(4)
record = {"groups": len(values), "part": parts.sum(), "base": wholes.sum()}
?having values = values[values $having]
?having record["kept"] = len(values)
ordered = values.$sorted
result = pd.DataFrame({$label: parts, "of": wholes, "share %": values}).reindex(ordered.index).reset_index()
$ends
