"""Kills a worker while it trains a shard, and compares the results with a sweep without Dask, byte by byte.

npm run build && /usr/bin/python3 examples/cluster/dask/try.py
"""

import filecmp
import glob
import os
import signal
import subprocess
import tempfile
import threading
import time

from distributed import Client, LocalCluster

from run import run

here = os.path.dirname(os.path.abspath(__file__))
command = ["node", os.path.join(here, "../../../dist/cli/posenc.js")]
study = os.path.join(here, "../small.json")


def kill_one(cluster, out):
    """Kills a worker and its programs, as if its machine were lost."""
    while not glob.glob(os.path.join(out, "*.work", "*", "evaluations.jsonl")):
        time.sleep(0.1)
    worker = next(iter(cluster.workers.values()))
    children = subprocess.run(["pgrep", "-P", str(worker.pid)], capture_output=True, text=True).stdout.split()
    for process in [worker.pid, *map(int, children)]:
        os.kill(process, signal.SIGKILL)
    print("killed worker", worker.name, "and", len(children), "of its programs")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="posenc-dask-") as folder:
        out = os.path.join(folder, "runs")
        os.makedirs(out)
        with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
            threading.Thread(target=kill_one, args=(cluster, out), daemon=True).start()
            whole = run(client, command, study, out, 4)
        alone = os.path.join(folder, "alone")
        subprocess.run([*command, "sweep", study, "--out", alone], check=True, capture_output=True)
        assert filecmp.cmp(whole, os.path.join(alone, "small.jsonl"), shallow=False), "other bytes"
        with open(whole) as lines:
            print("the same", sum(1 for _ in lines), "runs, byte by byte")
