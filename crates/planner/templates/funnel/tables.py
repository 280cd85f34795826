# Who is found in each stage; the largest comes first, and each later one only counts who came through those before.
$reached
through = {}
for name in sorted(reached, key=lambda name: -len(reached[name])):
    before = next(reversed(through.values()), reached[name])
    through[name] = reached[name] & before
    if skipped := len(reached[name] - before):
        print(f"Note: {skipped:,} of {len(reached[name]):,} in {name} are not found in the stage before and are not counted.")
sizes = pd.Series({name: len(found) for name, found in through.items()})
