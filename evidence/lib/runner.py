"""Runs an engine over cases: one line of JSON a case, appended to a file, so that a job resumes where it ended."""

import ast
import json
import os
import re
import signal
import sys
import time
import traceback
from pathlib import Path

from rotation import layers_text


class Late(BaseException):
    """A case took longer than its limit. Not an Exception, so that an engine cannot swallow it."""


class Sites:
    """Places in an engine's code that make rotations. Those that no case reaches are listed with the evidence."""

    def __init__(self, places):
        self.places, self.reached, self.told = set(places), set(), set()

    def new(self):
        """Places that were reached for the first time."""
        found = sorted((self.reached & self.places) - self.told)
        self.told.update(found)
        return found


def calls_in(folder, names):
    """'file.py:line' of each call of a function with one of these names in the Python files of a folder."""
    for path in sorted(Path(folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", None)) in names:
                yield f"{path.name}:{node.lineno}"


def run(observe, seconds=60, sites=None):
    """observe(config, case) returns facts or raises; argv: cases.jsonl out.jsonl."""
    source, target = sys.argv[1:3]
    done = set()
    if os.path.exists(target):
        with open(target, encoding="utf8") as file:
            done = {json.loads(line)["case"] for line in file}
    with open(source, encoding="utf8") as file:
        cases = [json.loads(line) for line in file]

    def late(*_):
        raise Late

    signal.signal(signal.SIGALRM, late)
    with open(target, "a", encoding="utf8") as out:
        for number, case in enumerate(cases, 1):
            if case["id"] in done:
                continue
            begin = time.time()
            signal.alarm(seconds)
            try:
                answer = observe(json.loads(case["config"]), case)
                json.dumps(answer, allow_nan=False)
            except Late:
                answer = {"unsettled": f"{seconds} s were not enough"}
            except Unsettled as error:
                answer = {"unsettled": str(error)}
            except (Exception, SystemExit) as error:
                key = "error" if settles(error) else "unsettled"
                answer = {key: message(error), "at": place(error)}
            finally:
                signal.alarm(0)
            line = {"case": case["id"], **answer, "seconds": round(time.time() - begin, 2)}
            if sites and (found := sites.new()):
                line["reached"] = found
            out.write(json.dumps(line, allow_nan=False) + "\n")
            out.flush()
            print(f"{number} of {len(cases)} {case['id']}", flush=True)
        if sites:
            out.write(json.dumps({"case": None, "places": sorted(sites.places)}) + "\n")


class Unsettled(Exception):
    """The execution does not say what the engine does to positions; the message says why."""


ABOUT = re.compile(r"rope|rotary|rotate|theta|mscale|yarn|partial_rot|original_max|max_position|inv_freq")
REFUSED = re.compile(r"not supported (?!between)|not supported[.!]?$|not recognize|unrecognized|unknown model|no such model", re.I)


def settles(error):
    """True if an exception is about positions or refuses the model; others say nothing about positions."""
    lines = [frame.line or "" for frame in traceback.extract_tb(error.__traceback__)[-3:]]
    return bool(REFUSED.search(str(error)) or any(ABOUT.search(text) for text in (str(error), *lines)))


def message(error):
    text = re.sub(r"/\S*/(?=\w+)", "", " ".join(str(error).split()))
    return f"{type(error).__name__}: {text}"[:300]


def place(error):
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{os.path.basename(last.filename)}:{last.lineno}"


def merged(observations, layers=None):
    """Groups [(layer or None, facts)]: equal facts once, with the layers that have them."""
    groups = {}
    for layer, facts in observations:
        key = json.dumps(facts, sort_keys=True)
        groups.setdefault(key, (facts, set()))[1].add(layer)
    rows = []
    for facts, found in groups.values():
        found.discard(None)
        rows.append({**({"layers": layers_text(found)} if found else {}), **facts})
    answer = {"rotations": rows}
    if layers is not None:
        turning = {layer for layer, facts in observations if not facts.get("role")}
        if None not in turning:
            still = set(range(layers)) - turning
            if still:
                answer["still"] = layers_text(still)
        answer["depth"] = layers
    return answer
