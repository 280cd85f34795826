result = df$chosen.reset_index(drop=True)
?show first = $show
?show result = result[first + [name for name in result.columns if name not in first]]
