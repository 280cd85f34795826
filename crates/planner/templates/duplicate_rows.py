result = df[df.duplicated(keep=False)]
result = result.sort_values(list(result.columns), key=lambda column: column.astype(str)).reset_index(drop=True)
record = {"extra": int(df.duplicated().sum())}
