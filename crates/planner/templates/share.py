part, whole = df$total, base$total
share = part / whole * 100 if whole else float("nan")
result = pd.DataFrame({$label: [part], "of all": [whole], "share %": [share]})
record = {"value": part, "whole": whole, "share": share, "base": len(base)}
