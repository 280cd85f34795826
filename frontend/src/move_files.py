def __insitu_move__(old_root, new_root):
    import os
    import shutil

    for root, _, names in os.walk(old_root):
        for name in names:
            old = os.path.join(root, name)
            new = os.path.join(new_root, os.path.relpath(old, old_root))
            if not os.path.exists(new):
                os.makedirs(os.path.dirname(new), exist_ok=True)
                shutil.copyfile(old, new)
            os.remove(old)
