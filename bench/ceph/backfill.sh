#!/usr/bin/env bash
# A replica of Pando and one of Ceph come back, on this machine, in turns: see docs/repair.md.
#
#   bench/ceph/backfill.sh --ceph DIR [--dir DIR] [--objects 100000] [--stale 1] [--rounds 3] [--turns 2] [--ways index,tree] [--out FILE]
#   bench/ceph/backfill.sh --table FILE
#
# DIR after --ceph holds start.sh, stop.sh and osd.sh: the first two start and stop a Ceph of three
# OSDs below $CEPH_WORK, with the lines of $EXTRA in its configuration, ceph.conf there; the third
# kills and starts one of them ('osd.sh kill 2'). Python's rados module must be there as well.
set -eu
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
python=python3
for candidate in $(type -ap python3); do
  if "$candidate" -c 'import rados' 2>/dev/null; then
    python=$candidate
    break
  fi
done
exec "$python" "$here/backfill.py" "$@"
