def _show(value):
    """Prints the value of a step's last expression, as a notebook shows it; a figure is saved
    instead.
    """
    if value is None or type(value).__module__.startswith("matplotlib."):
        return
    print(value if isinstance(value, str) else repr(value))


def display(*values, **_):
    """Prints values, in the place of the function of this name in notebooks."""
    for value in values:
        _show(value)
