"""Runs the shards of a study as Dask tasks. If a worker is lost, another continues its task from the files that it wrote.

    python3 run.py small-norm --out /shared/runs --shards 8 --scheduler tcp://10.0.0.1:8786

All workers must see the folder. Without --scheduler the program starts two worker processes on this machine. Needs
dask.distributed (Debian's python3-distributed).
"""

import argparse
import glob
import os
import subprocess
import sys

from distributed import Client, LocalCluster


def train(command, study, out, shard, options):
    """Trains one shard, except for the runs that are already in the folder."""
    subprocess.run(
        [*command, "sweep", study, "--out", out, "--shard", shard, *options],
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    return shard


def run(client, command, study, out, shards, options=()):
    """Trains and merges all shards; returns the file of all results."""
    names = [f"{i + 1}/{shards}" for i in range(shards)]
    tasks = [client.submit(train, command, study, out, name, options, retries=3, pure=False) for name in names]
    client.gather(tasks)
    name = os.path.splitext(os.path.basename(study))[0]
    parts = sorted(glob.glob(os.path.join(out, f"{name}.*of{shards}.jsonl")))
    parts = [part for part in parts if not part.endswith(".cost.jsonl")]
    whole = os.path.join(out, f"{name}.jsonl")
    subprocess.run([*command, "sweep", "merge", study, *parts, "--out", whole], check=True)
    return whole


def main():
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("study")
    given.add_argument("--out", required=True)
    given.add_argument("--shards", type=int, default=8)
    given.add_argument("--scheduler")
    given.add_argument("--posenc", default="posenc", help="the command, with its first words if it has several")
    args, options = given.parse_known_args()
    os.makedirs(args.out, exist_ok=True)
    where = args.scheduler or LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    with Client(where) as client:
        print(run(client, args.posenc.split(), args.study, os.path.abspath(args.out), args.shards, options))


if __name__ == "__main__":
    sys.exit(main())
