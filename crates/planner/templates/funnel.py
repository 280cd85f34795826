sizes = df.groupby($stage)$counted.sort_values(ascending=False, kind="stable")
sizes.index = sizes.index.astype(str)
result = pd.DataFrame({$label: sizes, "of first %": (sizes / sizes.iloc[0] * 100).round(2), "of stage before %": (sizes / sizes.shift() * 100).round(2)})
going = (sizes / sizes.shift()).iloc[1:]
findings = [f"Of {sizes.iloc[0]:,.0f} in {sizes.index[0]}, {sizes.iloc[-1]:,.0f} reach {sizes.index[-1]}: {sizes.iloc[-1] / sizes.iloc[0]:.1%}."]
if len(going):
    at = sizes.index.get_loc(going.idxmin())
    findings.append(f"Narrowest step: from {sizes.index[at - 1]} to {sizes.index[at]} only {going.min():.1%} go on ({sizes.iloc[at - 1] - sizes.iloc[at]:,.0f} are lost).")
findings.append("Counted: " + $label + "; the stages are in the order of their size.")
result = result.rename_axis($stage_name).reset_index()
record = {"findings": findings}
