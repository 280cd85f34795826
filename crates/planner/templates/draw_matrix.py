fig, ax = plt.subplots(figsize=(0.8 * len(matrix) + 2.5, 0.8 * len(matrix) + 1.5))
image = ax.imshow(matrix, vmin=-1, vmax=1, cmap="RdBu_r")
ax.set_xticks(range(len(matrix)), matrix.columns, rotation=45, ha="right")
ax.set_yticks(range(len(matrix)), matrix.columns)
for i in range(len(matrix)):
    for j in range(len(matrix)):
        ax.text(j, i, f"{matrix.iat[i, j]:.2f}", ha="center", va="center")
ax.set_title($title)
fig.colorbar(image, shrink=0.8)
