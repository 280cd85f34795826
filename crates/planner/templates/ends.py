numbers = result[$label].dropna()
record["ends"] = [[result.loc[result[$label] == end, $group].astype(str).head(6).tolist(), end, int((numbers == end).sum())] for end in (numbers.max(), numbers.min())] if len(numbers) else []
