#!/bin/sh
# The functions that the shared library shows are those of symbols.txt: one that is missing breaks programs, so then
# POSENC_ABI_VERSION has to be another; one that is new is written down.
#   symbols.sh NM LIBRARY
set -e
here=$(dirname "$0")
"$1" -D --defined-only "$2" | awk '$2 == "T" { sub(/@.*/, "", $3); print $3 } $2 !~ /[TA]/' | LC_ALL=C sort | diff "$here/symbols.txt" -
# and rounding.c calls each of them
for name in $(cat "$here/symbols.txt"); do
  grep -q "$name(" "$here/rounding.c" || { echo "rounding.c does not call $name"; exit 1; }
done
