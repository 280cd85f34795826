spread = df.groupby($keys)[$value].describe()[["count", "mean", "std", "min", "25%", "50%", "75%", "max"]]
spread.columns = ["values", "average", "standard deviation", "lowest", "lower quarter", "median", "upper quarter", "highest"]
spread = spread.sort_values("median", ascending=False, kind="stable")
result = spread.reset_index()
values = spread["median"]
$ends
# figure
shown = spread.index[:12]
fig, ax = plt.subplots(figsize=(8, 0.4 * len(shown) + 1.6))
?!crossed ax.boxplot([df.loc[df[$keys] == name, $value].dropna() for name in shown], tick_labels=[str(name) for name in shown], orientation="horizontal", flierprops={"markersize": 3, "alpha": 0.4})
?crossed ax.barh([", ".join(map(str, names)) for names in shown], spread["median"].head(12))
ax.invert_yaxis()
ax.set(title=$title, xlabel=$of, ylabel=$groups)
