part, all_rows = df$total, whole$total
share = part / all_rows * 100 if all_rows else float("nan")
result = pd.DataFrame({$label: [part], "of all": [all_rows], "share %": [share]})
record = {"value": part, "whole": all_rows, "share": share}
