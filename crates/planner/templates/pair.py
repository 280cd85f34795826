pairs = df[[$first, $second]].dropna()
r = pairs[$first].corr(pairs[$second])
record = {"correlation": r, "used": len(pairs)}
result = pd.DataFrame({"correlation": [r], "rows used": [len(pairs)]})
