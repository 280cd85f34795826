for name, part in $frame.groupby($stage)[$who]:
    reached[str(name)] = reached.get(str(name), set()) | set(part.dropna())
