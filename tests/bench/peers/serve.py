"""The line protocol of serve.mjs for Python."""
import json
import sys
import time


def serve(version, prepare, rows):
    """prepare(workload, what) gives a function that runs it, `what` of it; rows(spec, start, count, dtype) a float32 array."""
    print(json.dumps({"version": version}), flush=True)
    key, runs = None, {}
    for line in sys.stdin:
        request = json.loads(line)
        if "start" in request:
            reply = {"rows": rows(request["spec"], request["start"], request["count"], request.get("dtype")).tobytes().hex()}
        else:
            workload, what, repeat = request["workload"], request["what"], request["repeat"]
            if key != workload:
                runs = {}  # frees what the workload before has kept
                key = workload
            if what not in runs:
                runs[what] = prepare(workload, what)
            run = runs[what]
            cpu, wall = time.process_time(), time.perf_counter()
            for _ in range(repeat):
                result = None  # frees it first, as `table = make()` in a loop mostly can
                result = run()
            reply = {"cpu": (time.process_time() - cpu) / repeat, "wall": (time.perf_counter() - wall) / repeat}
            flat = result.reshape(-1)
            reply["sample"] = [float(flat[i]) for i in request["sample"]]
            del result, flat
        print(json.dumps(reply), flush=True)
