#!/usr/bin/env bash
# Makes a small data directory with the program of a checkout, for DataOfReleasesTest: every later build must
# open it, serve what is in it, and go on with it.
#
#   dist/make-fixture.sh VERSION [CHECKOUT]
#
# CHECKOUT is a checkout of the release (default: this one). The result is
# store-cli/src/test/resources/releases/VERSION.tar.gz of this checkout. Run it once for each release.
set -eu
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
[ $# -ge 1 ] && [ $# -le 2 ] || {
  sed -n '2,8s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
  exit 2
}
version=$1
pando=$(cd "${2:-$here}" && pwd)/pando
out=$here/store-cli/src/test/resources/releases
work=$(mktemp -d)
export HOME=$work PANDO_CONF=$work/cluster/pando.yaml
trap '"$pando" down > /dev/null 2>&1 || true; rm -rf "$work"' EXIT

# An address of its own: the monitor's is in the map, and other clusters may run on the machine of a test.
address=127.83.$((RANDOM % 200 + 1)).$((RANDOM % 200 + 1))
mkdir -p "$work/cluster/objects" "$out"
"$pando" init --mon "$address" --osd "$address,$address,$address" --port 7300 -o "$PANDO_CONF"
printf '\nosd:\n  capacity: 256MiB\n' >> "$PANDO_CONF"
"$pando" mon --id 0 > "$work/mon.log" 2>&1 &
# A store of each kind; the test starts the OSDs in the same way.
id=0
for kind in raw kv file; do
  PANDO_OSD_STORE=$kind "$pando" osd --id $id --create > "$work/osd.$id.log" 2>&1 &
  id=$((id + 1))
done
for attempt in $(seq 60); do
  [ "$("$pando" osd dump -f json 2> /dev/null | grep -c '"up" : 1')" != 3 ] || break
  sleep 1
done
"$pando" crush rule create by-osd default osd
"$pando" pool create p 8 --size 3 --rule by-osd
"$pando" pool create lz 2 --size 3 --rule by-osd --compression lz4
for i in $(seq 40); do
  file=$work/cluster/objects/o$i
  yes "object $i of release $version" | head -c $((i * i * 97 % 60000)) > "$file" || true
  "$pando" put -p p "o$i" "$file"
done
"$pando" put -p lz compressed "$work/cluster/objects/o31"
"$pando" down
tar -C "$work/cluster" --sort=name --owner=0 --group=0 --numeric-owner -S -cf - \
  --exclude=./run --exclude=./log --exclude='./osd.*/store/*/lib' . | gzip -9n > "$out/$version.tar.gz"
ls -l "$out/$version.tar.gz"
