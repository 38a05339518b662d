#!/usr/bin/env bash
# Whether the daemon in this container lives: its process is there and runs, and the ports that it listens on
# accept connections. It asks this daemon alone: a monitor without a quorum is healthy, an OSD that is down too.
# Builtins only, since images have few programs and a check runs every few seconds.
set -u

fail() {
  echo "$1"
  exit 1
}

found=
for note in "${PANDO_RUN:-/run/pando}"/*.pid; do
  [ -e "$note" ] || continue
  read -r pid _ < "$note"
  name=${note##*/}
  name=${name%.pid}
  # The third field of stat is the state: T is a paused process, Z one that has ended.
  IFS= read -r stat 2> /dev/null < "/proc/$pid/stat" || fail "$name: process $pid is gone"
  stat=${stat##*) }
  case $stat in
    [RSD]*) found="$found $name" ;;
    *) fail "$name: process $pid is in state ${stat%% *}" ;;
  esac
done
[ -n "$found" ] || fail "no daemon has started"

# Ports in state LISTEN (0A), of this container's network; each in hexadecimal after the address.
listening=
for table in /proc/net/tcp /proc/net/tcp6; do
  [ -r "$table" ] || continue
  while read -r _ address _ state _; do
    [ "$state" = 0A ] && listening="$listening $((16#${address##*:}))"
  done < "$table"
done
[ -n "$listening" ] || fail "$found: no port is open"
echo "healthy:$found, ports$listening"
