values = $values
total = values.sum()
groups = len(values)
$having
result = $sorted.rename($label).reset_index()
$share
record = {"groups": groups, "kept": len(values), "whole": total}
