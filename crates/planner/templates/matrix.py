matrix = df[$columns].corr()
names = list(matrix.columns)
pairs = [(a, b, matrix.at[a, b]) for i, a in enumerate(names) for b in names[i + 1:]]
result = pd.DataFrame(pairs, columns=["first", "second", "correlation"]).sort_values("correlation", key=abs, ascending=False)
record = {}
