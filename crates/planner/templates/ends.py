?nth values = ordered
?numbers known = values.dropna()
?crossed known = known.set_axis([", ".join(map(str, names)) for names in known.index])
?numbers record["ends"] = [[known.index[known == end].astype(str)[:6].tolist(), end, int((known == end).sum())] for end in (known.max(), known.min()) if len(known)]
