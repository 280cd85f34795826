sizes = df.groupby($stage)[$value].$method().sort_values(ascending=False, kind="stable")
sizes.index = sizes.index.astype(str)
