"""placeholder"""
def describe(path): return {}
