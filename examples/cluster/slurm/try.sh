#!/bin/bash
# Starts a cluster of two nodes on this machine, and kills a node's daemon and its programs while it trains a shard. Compares
# the results with a sweep without a cluster, byte by byte. Needs Debian's slurm-wlm and root. Stops all it started.
#
#   npm run build && sudo examples/cluster/slurm/try.sh
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
work=$(mktemp -d -t posenc-slurm-XXXXXX)
export OUT="$work/runs" POSENC="node $root/dist/cli/posenc.js" STUDY="$here/../small.json"
mkdir -p "$OUT" "$work/state" "$work/spool.a" "$work/spool.b"
chmod 755 "$work"

stop() {
  for name in a b; do pkill -9 -f "slurmd.*-N $name .*$work" || true; done
  for step in $(pgrep slurmstepd || true); do # only of this trial
    if grep -qs "$work" "/proc/$step/environ"; then kill -9 "$step" || true; fi
  done
  pkill -9 -f "slurmctld.*$work" || true
  rm -rf "$work"
}
trap stop EXIT

host=$(hostname -s)
cat > "$work/slurm.conf" <<CONF
ClusterName=posenc
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=16817
AuthType=auth/none
CredType=cred/none
SlurmUser=root
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=batch_sched_delay=0,sched_min_interval=1000000
ReturnToService=2
SlurmdTimeout=10
SlurmctldTimeout=10
KillWait=1
JobRequeue=1
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool.%n
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.%n.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.%n.log
NodeName=a NodeHostname=$host NodeAddr=127.0.0.1 Port=16818 CPUs=1 State=UNKNOWN
NodeName=b NodeHostname=$host NodeAddr=127.0.0.1 Port=16819 CPUs=1 State=UNKNOWN
PartitionName=all Nodes=a,b Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF="$work/slurm.conf"
slurmctld -c -f "$SLURM_CONF"
for name in a b; do slurmd -N "$name" -f "$SLURM_CONF"; done
until [ "$(sinfo --noheader --states=idle --format=%D)" = 2 ]; do sleep 1; done

job=$(sbatch --parsable --array=1-4 --output="$work/shard-%a.log" "$here/shard.sbatch")
merge=$(sbatch --parsable --dependency="afterok:$job" --output="$work/merge.log" "$here/merge.sbatch")
until ls "$OUT"/*.work/*/evaluations.jsonl > /dev/null 2>&1; do sleep 0.2; done

victim=$(squeue --noheader --states=running --format=%N --array | sort -u | tail -n 1)
echo "killing node $victim, which runs: $(squeue --noheader --states=running --nodelist="$victim" --format=%i --array | xargs)"
pkill -9 -f "slurmd.*-N $victim " || true
# A failing node does not report the end of its work, so the process that watches the task is killed first.
for process in $(pgrep -f "dist/cli/posenc.js sweep"); do
  if tr '\0' '\n' < "/proc/$process/environ" 2> /dev/null | grep -q "^SLURMD_NODENAME=$victim$"; then
    kill -9 $(ps -o ppid= "$process") "$process" 2> /dev/null || true
  fi
done
until sinfo --Node --noheader --format='%N %t' | grep -q "^$victim down"; do sleep 1; done
echo "Slurm has noticed: $(sinfo --Node --noheader --format='%N %t' | xargs)"
slurmd -N "$victim" -f "$SLURM_CONF"
# Slurm restarts a requeued task after two minutes; this trial does not wait.
until scontrol --oneliner show job "$job" | grep -q "Restarts=1"; do sleep 1; done
scontrol update JobId="$job" StartTime=now > /dev/null 2>&1 || true # fails for finished tasks
while squeue --noheader --jobs="$job,$merge" --format=%i 2> /dev/null | grep -q .; do sleep 1; done

$POSENC sweep "$STUDY" --out "$work/alone" --workers 1 > /dev/null 2>&1
cmp "$OUT/small.jsonl" "$work/alone/small.jsonl"
echo "the same $(wc -l < "$OUT/small.jsonl") runs, byte by byte"
