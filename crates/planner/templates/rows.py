result = df$first.reset_index(drop=True)
