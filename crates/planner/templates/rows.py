?column result = df.$first($limit, $column, keep="all").reset_index(drop=True)
?!column result = df.head($limit).reset_index(drop=True)
