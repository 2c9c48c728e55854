"""The line protocol of serve.mjs for Python."""
import json
import sys
import time


def serve(version, prepare, rows):
    """prepare(workload) gives a function that runs it; rows(spec, start, count, dtype) a float32 array."""
    print(json.dumps({"version": version}), flush=True)
    key, run = None, None
    for line in sys.stdin:
        request = json.loads(line)
        if "start" in request:
            reply = {"rows": rows(request["spec"], request["start"], request["count"], request.get("dtype")).tobytes().hex()}
        else:
            workload, repeat = request["workload"], request["repeat"]
            if key != workload:
                run = None  # frees what the workload before has kept
                key, run = workload, prepare(workload)
            cpu, wall = time.process_time(), time.perf_counter()
            for _ in range(repeat):
                result = None  # frees it first, as `table = make()` in a loop mostly can
                result = run()
            reply = {"cpu": (time.process_time() - cpu) / repeat, "wall": (time.perf_counter() - wall) / repeat}
            flat = result.reshape(-1)
            reply["sample"] = [float(flat[i]) for i in request["sample"]]
            del result, flat
        print(json.dumps(reply), flush=True)
