"""The shards of a study as tasks of Dask. A task whose worker is lost is given to another one, and goes on from what it wrote.

    python3 run.py small-norm --out /shared/runs --shards 8 --scheduler tcp://10.0.0.1:8786

All workers see the folder. Without --scheduler a cluster of two processes of this machine does it. Needs dask.distributed
(Debian's python3-distributed).
"""

import argparse
import glob
import os
import subprocess
import sys

from distributed import Client, LocalCluster


def train(command, study, out, shard, options):
    """One shard; what of it is in the folder is not done again."""
    subprocess.run(
        [*command, "sweep", study, "--out", out, "--shard", shard, *options],
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    return shard


def run(client, command, study, out, shards, options=()):
    """Trains all shards and puts them together; gives the file of all results."""
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
