gaps = df[$value].isna()
share = gaps.mean() * 100 if len(df) else float("nan")
?!crossed_by result = pd.DataFrame({"missing": [gaps.sum()], "filled": [(~gaps).sum()], "missing %": [share]})
?crossed_by result = df.assign(missing=gaps).groupby($keys)["missing"].agg(["sum", "count"]).sort_values("sum", ascending=False, kind="stable").set_axis(["missing", "rows"], axis=1).reset_index()
record = {"value": gaps.sum(), "filled": (~gaps).sum(), "share": share}
