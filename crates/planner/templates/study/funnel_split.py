$cells
cells.columns = cells.columns.astype(str)
cells = cells[list(sizes.index)]
funnel = cells.assign(**{"reach the end %": (cells.iloc[:, -1] / cells.iloc[:, 0].where(cells.iloc[:, 0] > 0) * 100).round(2)})
funnel = funnel.sort_values("reach the end %", ascending=False)
ends = funnel["reach the end %"].dropna()
if len(ends):
    print(f"Best: {ends.index[0]} with {ends.iloc[0]:.1f}% to the end; weakest: {ends.index[-1]} with {ends.iloc[-1]:.1f}%")
