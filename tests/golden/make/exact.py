"""Numbers with 70 digits, the double nearest to them, and how two of those are compared."""
from mpmath import mp, mpf, workprec

mp.dps = 70


def number(x):
    """An input: the double that a JSON number stands for, as programs that read the file have it."""
    return mpf(x)


def decimal(x):
    """The decimal number that is written, as some files were made from them; the double is 1e-16 of it away."""
    return mpf(repr(x))


def double(x):
    """The double nearest to an exact number."""
    if x is None or isinstance(x, (bool, int, str)):
        return x
    with workprec(53):
        return float(+mpf(x))


def rounded(tree):
    """Every number of nested lists and dictionaries as the nearest double."""
    if isinstance(tree, dict):
        return {str(key): rounded(value) for key, value in tree.items()}
    if isinstance(tree, (list, tuple)):
        return [rounded(value) for value in tree]
    return double(tree)


def differences(made, stored, tolerance, where=""):
    """Lines that say where `made` is not `stored`; `tolerance(where, made, stored)` judges two numbers."""
    if isinstance(made, dict) and isinstance(stored, dict):
        keys = set(made) ^ set(stored)
        if keys:
            return [f"{where}: only one of the two has {', '.join(sorted(keys))}"]
        return [line for key in made for line in differences(made[key], stored[key], tolerance, f"{where}.{key}")]
    if isinstance(made, list) and isinstance(stored, list):
        if len(made) != len(stored):
            return [f"{where}: {len(made)} entries are made, {len(stored)} stored"]
        return [
            line
            for i, (a, b) in enumerate(zip(made, stored))
            for line in differences(a, b, tolerance, f"{where}[{i}]")
        ]
    numbers = all(isinstance(x, (int, float)) and not isinstance(x, bool) for x in (made, stored))
    if made == stored or (numbers and tolerance(where, made, stored)):
        return []
    return [f"{where}: made {made!r}, stored {stored!r}"]
