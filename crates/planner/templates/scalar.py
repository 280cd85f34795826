value = df$total
used = $used
result = pd.DataFrame({$label: [value], "rows used": [used]})
record = {"value": value, "used": used}
