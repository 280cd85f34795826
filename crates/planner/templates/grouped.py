values = df.groupby($keys)$measured
record = {"groups": len(values), "whole": values.sum()}
$having
result = $sorted.rename($label).reset_index()
$share
$ends
