"""How a value is shown: its text (`pretty`), its forms (`forms`), what code asks for by name (`objects`, `publish`), and the
`IPython` that code imports (`ipython`). Knows nothing of executions and outcomes but the store that takes results.
"""
