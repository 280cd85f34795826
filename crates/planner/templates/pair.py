pairs = df[$columns].dropna()
r = pairs.iloc[:, 0].corr(pairs.iloc[:, 1])
strength = next(name for name, least in (("a strong", 0.7), ("a moderate", 0.4), ("a weak", 0.2), ("hardly any", 0)) if not abs(r) < least)
findings = [f"There is {strength} linear relation between {' and '.join(pairs)}: r = {r:.3f}, from {len(pairs):,} rows. That says nothing about cause."]
if pd.isna(r):
    findings = ["A correlation needs at least two rows with different values in both columns."]
result = pd.DataFrame({"correlation": [r], "rows used": [len(pairs)]})
# figure
fig, ax = plt.subplots(figsize=(6.5, 5))
points = pairs.sample(min(len(pairs), 5000), random_state=0)
ax.scatter(points.iloc[:, 0], points.iloc[:, 1], s=10, alpha=0.4)
ax.set(title=$title, xlabel=points.columns[0], ylabel=points.columns[1])
