#!/usr/bin/env python3
"""
Makes the golden data: numbers that the tests compare with, from the formulas of the papers by mpmath with 70 digits.

    python3 tests/golden/make/golden.py            writes `expected` of every file again
    python3 tests/golden/make/golden.py --check    compares instead, and says what differs; exit status 1 if anything does
    ... --quick                                    leaves out what takes long
    ... NAME ...                                   only these files

mpmath is Debian's package python3-mpmath. Parameters and inputs stand in the files. A number that is stored is the
double nearest to the exact one, unless its recipe says how far it may be off.
"""
import argparse
import json
import sys
import time

import absolute, executed, kernels, networks, relative, rotary  # noqa: E401, F401  each registers its recipes
from exact import differences, rounded
from recipes import Golden, folder, recipes


def close(loose):
    relative_error, absolute_error = loose or (0, 0)
    return lambda _, a, b: abs(a - b) <= max(absolute_error, relative_error * abs(b))


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--check", action="store_true")
    arguments.add_argument("--quick", action="store_true")
    arguments.add_argument("names", nargs="*")
    options = arguments.parse_args()

    unknown = [path.stem for path in sorted(folder.glob("*.json")) if path.stem not in recipes and path.stem not in executed.files]
    if unknown:
        sys.exit(f"nothing is known of how these were made: {', '.join(unknown)}")
    failed = passed = 0
    for name in options.names or sorted(recipes):
        make, slow, loose = recipes[name]
        if slow and options.quick:
            continue
        start = time.process_time()
        golden = Golden(name)
        made = rounded(make(golden))
        wrong = differences(made, golden.expected, close(loose))
        if options.check:
            for line in wrong[:5]:
                print(f"{name}{line}")
            if len(wrong) > 5:
                print(f"{name}: and {len(wrong) - 5} more")
            took = time.process_time() - start
            if took > 2:
                print(f"{name} took {took:.0f} s of processor time", file=sys.stderr)
        elif wrong:
            golden.data["expected"] = made
            golden.path.write_text(json.dumps(golden.data) + "\n")
            print(f"{name} was written")
        failed += bool(wrong)
        passed += not wrong
    if options.check:
        print(f"{passed} golden files reproduced, {failed} not")
        sys.exit(1 if failed else 0)


main()
