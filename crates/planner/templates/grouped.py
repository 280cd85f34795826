values = df.groupby($keys)$measured
record = {"groups": len(values), "whole": values.sum()}
?having values = values[values $having]
?having record["kept"] = len(values)
result = values.$sorted.rename($label).reset_index()
?share result["share %"] = (result[$label] / record["whole"] * 100).round(2)
$ends
