reached[$name] = set($frame[$who].dropna())
