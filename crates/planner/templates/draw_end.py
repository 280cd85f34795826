for axes in fig.axes:
    axes.spines[["top", "right"]].set_visible(False)
fig.tight_layout()
plt.show()
