sizes = df[$columns].sum().sort_values(ascending=False, kind="stable")
