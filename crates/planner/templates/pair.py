pairs = df[$columns].dropna()
r = pairs.iloc[:, 0].corr(pairs.iloc[:, 1])
record = {"correlation": r, "used": len(pairs)}
result = pd.DataFrame({"correlation": [r], "rows used": [len(pairs)]})
# figure
fig, ax = plt.subplots(figsize=(6.5, 5))
points = pairs.sample(min(len(pairs), 5000), random_state=0)
ax.scatter(points.iloc[:, 0], points.iloc[:, 1], s=10, alpha=0.4)
ax.set(title=$title, xlabel=points.columns[0], ylabel=points.columns[1])
