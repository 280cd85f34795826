result = df[df.duplicated(keep=False)]
record = {"extra": int(df.duplicated().sum()), "involved": len(result)}
result = result.sort_values(list(result.columns), key=lambda column: column.astype(str)).reset_index(drop=True)
