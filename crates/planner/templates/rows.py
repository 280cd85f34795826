result = df$sort.head($limit).reset_index(drop=True)
record = {}
