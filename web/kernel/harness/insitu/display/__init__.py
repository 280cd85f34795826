"""How a value is shown: its text (`pretty`), its forms (`forms`), the classes and functions of
`IPython.display` (`objects`, `publish`), and the `IPython` module that code imports (`ipython`). Of
executions and outcomes it knows only the store that receives results.
"""
