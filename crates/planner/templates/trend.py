trend = $series
trend = trend.dropna()
names = $names
result = pd.DataFrame({$grain: names, $label: trend.to_numpy()})
record = {"periods": len(result), "whole": trend.sum()}
$partial
$rank
