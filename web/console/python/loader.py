# Defines the function that makes the modules of the completion in the interpreter. The page runs
# this text with a call of the function, in an execution of its own, of which nothing else stays.


def __insitu_load__(sources):
    """Makes the modules from their sources: JSON in base64, `[[name, source], ...]`, each after
    those that it imports.
    """
    import base64
    import json
    import sys
    import types

    for name, source in json.loads(base64.b64decode(sources)):
        made = types.ModuleType(name)
        package, _, last = name.rpartition(".")
        made.__package__ = package or name
        if not package:
            made.__path__ = []
        sys.modules[name] = made
        exec(compile(source, f"<{name}>", "exec", dont_inherit=True), made.__dict__)
        if package:
            setattr(sys.modules[package], last, made)
    frame = sys._getframe()
    sys.modules["insitu_completion.request"].forget(frame, frame.f_globals)
