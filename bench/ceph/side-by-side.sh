#!/usr/bin/env bash
# Pando and Ceph on this machine, taking turns at the same loads: see docs/performance.md.
#
#   bench/ceph/side-by-side.sh --ceph DIR [--dir DIR] [--runs 5] [--seconds 15] [--warm-up 10] [--heat 60] [--tests a,b] [--out FILE]
#   bench/ceph/side-by-side.sh --erasure 4+2 [--ceph DIR] …     erasure-coded pools, and Pando's three copies
#   bench/ceph/side-by-side.sh --table FILE
#
# DIR after --ceph holds start.sh and stop.sh, which start and stop a Ceph of $OSDS OSDs below
# $CEPH_WORK: its configuration is ceph.conf there, process numbers are in run/*.pid. The commands
# rados, rbd and fio (with its rbd engine) and Python's rados module must be there as well.
set -eu
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
python=python3
for candidate in $(type -ap python3); do
  if "$candidate" -c 'import rados' 2>/dev/null; then
    python=$candidate
    break
  fi
done
exec "$python" "$here/side_by_side.py" "$@"
