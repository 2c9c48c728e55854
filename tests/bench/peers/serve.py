"""The line protocol of serve.mjs for Python."""
import json
import sys
import time


def serve(version, prepare):
    """prepare(workload, variant) returns a function that runs it and returns an array."""
    print(json.dumps({"version": version}), flush=True)
    key, runs = None, {}
    for line in sys.stdin:
        request = json.loads(line)
        workload, what, repeat = request["workload"], request["what"], request["repeat"]
        if key != workload:
            runs = {}  # frees the memory of the previous workload
            key = workload
        if what not in runs:
            runs[what] = prepare(workload, what)
        run = runs[what]
        cpu = time.process_time()
        for _ in range(repeat):
            result = None  # frees it first, as `table = make()` in a loop usually can
            result = run()
        seconds = (time.process_time() - cpu) / repeat
        flat = result.reshape(-1)
        print(json.dumps({"cpu": seconds, "sample": [float(flat[i]) for i in request["sample"]]}), flush=True)
        del result, flat
