"""Completion and signatures for code that is being written, from the live objects of the
interpreter. The page sends these modules with the first request.
"""
