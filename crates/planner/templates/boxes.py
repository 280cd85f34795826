# figure
shown = list(result[$column].head(12))
fig, ax = plt.subplots(figsize=(8, 0.4 * len(shown) + 1.6))
ax.boxplot([df.loc[df[$column] == name, $value].dropna() for name in shown], tick_labels=[str(name) for name in shown], orientation="horizontal", flierprops={"markersize": 3, "alpha": 0.4})
ax.invert_yaxis()
ax.set(title=$title, xlabel=$of, ylabel=$groups)
