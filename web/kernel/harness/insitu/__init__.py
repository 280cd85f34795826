"""The kernel's Python side: runs code, catches what it prints and shows, and looks at files.

Reached from the worker through `insitu.kernel`. Knows no model, no page and no network. Everything
but `backend` and `library_defaults` runs under plain CPython too, which is how it is tested.
"""
