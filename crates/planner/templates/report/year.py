years = sorted(set(whole.index.str[:4]))[-2:]
now = whole[whole.index.str[:4] == years[-1]]
then = whole.reindex([years[0] + period[4:] for period in now.index]).to_numpy()
if len(years) == 2 and (then > 0).all():
    findings.append(f"{years[1]} against {years[0]}, the same {len(now)} $grain_names of both: {then.sum():,$digits} to {now.sum():,$digits} ({now.sum() / then.sum() - 1:+.1%}).")
