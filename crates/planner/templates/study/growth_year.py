    year = known.index.str[:4].max()
    same = known[known.index.str[:4] == year]
    print(f"{year} against {int(year) - 1}, the same {len(same)} $grain_names of both:", $what, f"{same['before'].sum():,$digits} to {same[name].sum():,$digits} ({same[name].sum() / same['before'].sum() - 1:+.1%})")
