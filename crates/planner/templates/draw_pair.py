fig, ax = plt.subplots(figsize=(6.5, 5))
points = pairs.sample(min(len(pairs), 5000), random_state=0)
ax.scatter(points[$first], points[$second], s=10, alpha=0.4)
ax.set(title=$title, xlabel=$first_text, ylabel=$second_text)
