#!/usr/bin/env bash
# Two commits of Pando on this machine, in turns at the same loads: see docs/performance.md.
#
#   bench/paired.sh BASE [OTHER] [TESTS] [--rounds N] [--quick] [--json FILE] [--dir DIR]
#   bench/paired.sh --table FILE
#   bench/paired.sh --self-test
#
# BASE is compared with OTHER, or with HEAD. 'bench/paired.sh --help' lists the tests and options.
# Needs bash, git, Python 3.8 or newer, and what the launcher needs to build a commit.
set -eu
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
command -v python3 > /dev/null || {
  echo "paired: python3 was not found on the PATH" >&2
  exit 1
}
if [ "${1:-}" = --self-test ]; then
  cd "$here/paired"
  exec env PYTHONDONTWRITEBYTECODE=1 python3 -m unittest figures_test
fi
# Python stops the daemons it started when it gets one of these; bash would leave it alone with them.
child=
trap '[ -z "$child" ] || kill -TERM "$child" 2> /dev/null' INT TERM HUP
PYTHONDONTWRITEBYTECODE=1 python3 "$here/paired/paired.py" "$@" &
child=$!
status=0
wait "$child" || status=$?
# A signal ends the first wait; the second one lasts until the daemons are stopped.
while kill -0 "$child" 2> /dev/null; do
  status=0
  wait "$child" || status=$?
done
exit "$status"
