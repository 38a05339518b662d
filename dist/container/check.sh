#!/usr/bin/env bash
# Proves the container: builds its image, runs the cluster of compose.yaml, stores and reads an object, and
# ends a daemon in order. Where no engine runs, or no Compose is at hand, runs a monitor in the same root file
# system by chroot. Where neither is possible, says that it skips, and ends with status 0.
#
#   dist/container/check.sh ARCHIVE     an archive with a runtime, made by ./pando dist
#
# With an engine (Debian: apt install docker.io docker-compose) it needs no registry. Changes nothing outside of
# its temporary folder but the image pando-check, its containers and volumes, which it removes.
set -eu

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
[ $# -eq 1 ] && [ -f "$1" ] || {
  echo "check: give an archive with a runtime (./pando dist makes one)" >&2
  exit 2
}
archive=$(cd "$(dirname "$1")" && pwd)/${1##*/}
work=$(mktemp -d)
image=pando-check

say() { echo "check: $*"; }

die() {
  echo "check: FAILED: $*" >&2
  exit 1
}

# Runs a command until it succeeds, for a bounded time.
within() {
  local seconds=$1 end=$((SECONDS + $1))
  shift
  until "$@" > "$work/last" 2>&1; do
    [ $SECONDS -lt $end ] || {
      cat "$work/last" >&2
      [ ! -e "$work/log" ] || tail -n 20 "$work/log" >&2
      die "not within $seconds s: $*"
    }
    sleep 0.5
  done
}

clean() {
  [ -z "${composed:-}" ] || compose down --volumes --timeout 5 > /dev/null 2>&1 || true
  [ -z "${built:-}" ] || docker image rm "$image" "$image-base" > /dev/null 2>&1 || true
  if [ -n "${daemon:-}" ]; then
    kill -9 "$daemon" 2> /dev/null || true
    wait "$daemon" 2> /dev/null || true
  fi
  for mount in "$work/root/proc" "$work/root/dev"; do
    ! mountpoint -q "$mount" || umount --lazy "$mount"
  done
  rm -rf --one-file-system "$work"
}
trap clean EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

compose() {
  PANDO_IMAGE=$image PANDO_UID=12345 $compose -p pando-check -f "$here/compose.yaml" "$@"
}

health_of() {
  docker inspect --format '{{.State.Health.Status}}' "$(compose ps -q "$1")"
}

is_healthy() { [ "$(health_of "$1")" = healthy ]; }

with_engine() {
  say "building the image from this machine's files"
  "$here/rootfs.sh" --base "$work/base"
  built=1
  tar -C "$work/base" -c . | docker import - "$image-base" > /dev/null
  mkdir "$work/context"
  ln "$archive" "$work/context/pando.tar.gz" 2> /dev/null || cp "$archive" "$work/context/pando.tar.gz"
  docker build -q -f "$here/Dockerfile" --build-arg BASE="$image-base" --build-arg ARCHIVE=pando.tar.gz \
    -t "$image" "$work/context" > /dev/null
  docker run --rm --read-only --user 4711 --tmpfs /tmp:exec "$image" --version | grep -q '^pando ' ||
    die "pando --version gives something else"
  docker run --rm --env PANDO_OPTS=-Xlog:aot --entrypoint /opt/pando/bin/pando "$image" --version > "$work/aot" 2>&1
  ! grep -q 'Unable to\|error' "$work/aot" || die "the ahead-of-time cache is not used: $(cat "$work/aot")"
  say "starting 3 monitors and 3 OSDs, as user 12345 with read-only roots"
  composed=1
  compose up -d mon0 mon1 mon2 osd0 osd1 osd2 > "$work/last" 2>&1 || die "$(cat "$work/last")"
  for daemon_name in mon0 mon1 mon2 osd0 osd1 osd2; do
    within 180 is_healthy $daemon_name
  done
  say "storing and reading an object"
  within 120 client_says '3 osds: 3 up, 3 in' status
  client pool create p 8 > /dev/null
  echo content | client -T put -p p o - > /dev/null || die "put failed"
  [ "$(client get -p p o -)" = content ] || die "the object is not what was stored"
  say "an environment variable overrides a setting; an unknown one is refused"
  compose run --rm --no-deps -T -e PANDO_OSD_CAHCE=1GiB client status > "$work/last" 2>&1 && die "PANDO_OSD_CAHCE was taken"
  grep -q "did you mean 'PANDO_OSD_CACHE'" "$work/last" || die "$(cat "$work/last")"
  say "SIGTERM ends an OSD in order"
  compose stop osd2 > /dev/null 2>&1
  [ "$(docker inspect --format '{{.State.ExitCode}}' "$(compose ps -q osd2)")" = 0 ] || die "osd2 ended with another status than 0"
  within 30 client_says '2 up' status
  is_healthy mon0 || die "the health of mon0 is not its own"
}

client() {
  [ "$1" = -T ] && shift
  compose run --rm --no-deps -T client "$@" 2> /dev/null
}

client_says() {
  local what=$1
  shift
  client "$@" | tee -a "$work/last" | grep -q "$what"
}

with_chroot() {
  say "no container engine runs here: running the root file system by chroot"
  "$here/rootfs.sh" "$archive" "$work/root"
  mount -t proc proc "$work/root/proc"
  mount --bind /dev "$work/root/dev"
  cat > "$work/root/etc/pando/pando.yaml" << END
cluster: 0c5e7d5c-2f0e-4d1b-8f57-51b1f0a1d9c2
monitors: [{id: 0, host: 127.0.0.1, port: 26789, raft_port: 26790}]
osds: [{id: 0, host: 127.0.0.1, location: [root=default, host=a]}]
END
  local chroot
  chroot=$(command -v chroot)
  local environment="PATH=/opt/pando/bin:/usr/bin:/bin HOME=/run/pando LC_ALL=C.UTF-8 PANDO_CONF=/etc/pando/pando.yaml PANDO_DATA=/var/lib/pando PANDO_RUN=/run/pando"
  # shellcheck disable=SC2086
  inside() { env -i $environment "$chroot" --userspec=12345:12345 "$work/root" "$@"; }
  inside /opt/pando/bin/pando --version | grep -q '^pando ' || die "pando --version gives something else"
  env -i $environment "$chroot" --userspec=12345:12345 "$work/root" /opt/pando/bin/pando mon --id 0 \
    > "$work/log" 2>&1 &
  daemon=$!
  within 90 inside /opt/pando/share/container/healthcheck.sh
  within 90 inside /opt/pando/bin/pando mon stat
  kill -TERM "$daemon"
  wait "$daemon" || die "the monitor ended with status $?: $(cat "$work/log")"
  daemon=
  ! inside /opt/pando/share/container/healthcheck.sh > /dev/null || die "a monitor that has ended is healthy"
}

compose=
if docker compose version > /dev/null 2>&1; then
  compose="docker compose"
elif command -v docker-compose > /dev/null; then
  compose=docker-compose
fi
if [ -n "$compose" ] && docker info > /dev/null 2>&1; then
  with_engine
elif [ "$(id -u)" -eq 0 ] && command -v chroot > /dev/null; then
  with_chroot
else
  say "SKIPPED: no container engine with Compose runs here, and chroot needs root"
  exit 0
fi
say "all is well"
