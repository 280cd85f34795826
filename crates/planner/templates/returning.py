# The table has no stages: every row counts as one purchase.
purchases = df.groupby($column).size()
sizes = pd.Series({"at least once" if n == 1 else f"{n} times or more": (purchases >= n).sum() for n in (1, 2, 5, 10, 25, 50, 100, 250, 500, 1000) if (purchases >= n).any()})
sizes = sizes[sizes.diff() != 0]
