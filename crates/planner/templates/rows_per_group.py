sizes = df.groupby($keys).size()
result = pd.DataFrame({"average rows": [sizes.mean()], "groups": [len(sizes)], "rows": [sizes.sum()]})
record = {"value": sizes.mean(), "groups": len(sizes), "fewest": sizes.min(), "most_rows": sizes.max()}
