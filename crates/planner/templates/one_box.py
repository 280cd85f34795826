# figure
fig, ax = plt.subplots(figsize=(9, 3))
ax.boxplot(df[$value].dropna(), orientation="horizontal", widths=0.5, flierprops={"markersize": 3, "alpha": 0.4})
ax.set(title=$title, xlabel=$column_text, yticks=[])
