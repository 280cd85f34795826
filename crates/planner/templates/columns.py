result = pd.DataFrame({
    "column": df.columns,
    "type": $kinds,
    "filled": df.notna().sum().to_numpy(),
    "example": [str(next(iter(df[name].dropna()), "")) for name in df.columns],
})
