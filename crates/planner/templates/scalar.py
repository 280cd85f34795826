value = $value
pd.DataFrame({$label: [value], "rows used": [$used]})
