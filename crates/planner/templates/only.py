before = len($of)
$of = $of[$of $sign $value]
print(f"Note: {len($of):,} of {before:,} are $sign $value; the others are left out.")
