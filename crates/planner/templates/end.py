for axes in fig.axes:
    axes.spines[["top", "right"]].set_visible(False)
    for axis in (axes.xaxis, axes.yaxis):
        if type(axis.get_major_formatter()) is plt.ScalarFormatter:
            axis.set_major_formatter("{x:,.10g}")
fig.tight_layout()
plt.show()
