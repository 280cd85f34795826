?crossed values.index = [", ".join(map(str, names)) for names in values.index]
known = values.dropna()
record["ends"] = [[known.index[known == end].astype(str)[:6].tolist(), end, int((known == end).sum())] for end in (known.max(), known.min()) if len(known)]
