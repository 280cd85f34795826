matrix = df[$columns].corr()
names = list(matrix.columns)
pairs = [(a, b, matrix.at[a, b]) for i, a in enumerate(names) for b in names[i + 1:]]
result = pd.DataFrame(pairs, columns=["first", "second", "correlation"]).sort_values("correlation", key=abs, ascending=False)
first = result.iloc[0]
findings = [f"The strongest linear relation is between {first['first']} and {first['second']}: r = {first['correlation']:.3f}. That says nothing about cause."]
# figure
fig, ax = plt.subplots(figsize=(0.8 * len(matrix) + 2.5, 0.8 * len(matrix) + 1.5))
image = ax.imshow(matrix, vmin=-1, vmax=1, cmap="RdBu_r")
ax.set_xticks(range(len(matrix)), names, rotation=45, ha="right")
ax.set_yticks(range(len(matrix)), names)
for i, j in [(i, j) for i in range(len(matrix)) for j in range(len(matrix))]:
    ax.text(j, i, f"{matrix.iat[i, j]:.2f}", ha="center", va="center")
ax.set_title($title)
fig.colorbar(image, shrink=0.8)
