value = df$total
used = $used
?second second, second_used = df$second_total, $second_used
?!second result = pd.DataFrame({$label: [value], "rows used": [used]})
?second result = pd.DataFrame({"measure": [$label, $second], "value": [value, second], "rows used": [used, second_used]})
record = {"value": value, "used": used}
?range record |= {"low": df[$value].min(), "high": df[$value].max()}
?range result.insert(0, "lowest", record["low"])
?range result.insert(1, "highest", record["high"])
?second record |= {"second": second, "second_used": second_used}
