df = df[df[$column].notna()]
?!whole names = df[$column].astype(str)
?whole names = df[$column].astype("Int64").astype(str)
places = list(dict.fromkeys(names[df[$column].sort_values(kind="stable").index]))
?sides sides = $sides
?!sides sides = places
?ordered sides = sorted(sides, key=lambda side: places.index(side) if side in places else len(places))
df = df[names.isin(sides)]
