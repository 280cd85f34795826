values = df.groupby($keys)$measured
record = {"groups": len(values)}
?adding record["whole"] = values.sum()
?having values = values[values $having]
?having record["kept"] = len(values)
ordered = values.$sorted
result = ordered.rename($label).reset_index()
?second result[$second] = df.groupby($keys)$second_measured.reindex(ordered.index).to_numpy()
?range result["lowest"] = df.groupby($keys)[$value].min().reindex(ordered.index).to_numpy()
?range result["highest"] = df.groupby($keys)[$value].max().reindex(ordered.index).to_numpy()
?share result["share %"] = (result[$label] / record["whole"] * 100).round(4)
?together record["together"] = result["share %"].sum()
$ends
$partial
