#!/usr/bin/env bash
# Makes the archives from what Maven left in dist/target: see docs/decisions/0038.
#
#   dist/make.sh --java JDK --out DIR [--no-aot] [--no-runtime] [--fast]
#
#   --no-aot       no ahead-of-time caches in the archive with the runtime: it is equal in all bytes, too, and
#                  starts more slowly
#   --no-runtime   only the archive without a runtime
#   --fast         compress less, for tests
#
# Two runs on equal input make equal bytes, apart from the caches: entries are sorted, times are that of the
# build, owner is 0.
# Needs GNU tar, gzip and sha256sum.
set -eu

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
target=$here/target
jdk='' out='' aot=1 runtime=1 level=-6

die() {
  printf 'dist: %s\n' "$@" >&2
  exit 1
}

while [ $# -gt 0 ]; do
  case $1 in
    --java) jdk=$2 && shift ;;
    --out) out=$2 && shift ;;
    --no-aot) aot= ;;
    --no-runtime) runtime= ;;
    --fast) level=-1 ;;
    *) die "unknown option $1" ;;
  esac
  shift
done
[ -n "$jdk" ] && [ -n "$out" ] || die "give --java JDK and --out DIR"
[ -f "$target/classpath" ] && [ -f "$target/build.properties" ] || die "there is no build: run ./pando dist"
tar --version 2> /dev/null | grep -q GNU || die "GNU tar is needed to make archives with equal bytes"

property() { sed -n "s/^$1=//p" "$target/build.properties"; }
version=$(property version)
timestamp=$(property timestamp)
[ -n "$version" ] && [ -n "$timestamp" ] || die "$target/build.properties is incomplete"

# What the program uses of the JDK, and what operators need to look into a daemon (jcmd, JMX, JFR).
readonly modules=java.base,java.logging,java.management,java.naming,java.xml,jdk.httpserver,jdk.jcmd,jdk.jfr,jdk.management,jdk.management.agent,jdk.management.jfr,jdk.net,jdk.unsupported,jdk.zipfs

umask 022
export LC_ALL=C TZ=UTC
mkdir -p "$out"
out=$(cd "$out" && pwd -P)
stage=$(mktemp -d "$out/stage.XXXXXX")
trap 'rm -rf "$stage"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
name=pando-$version
root=$stage/$name

copy_jars() {
  local entry rest names=
  IFS= read -r rest < "$target/classpath" || [ -n "$rest" ] || die "$target/classpath is empty"
  rest=$rest:
  while [ -n "$rest" ]; do
    entry=${rest%%:*}
    rest=${rest#*:}
    [ -f "$entry" ] || die "$entry is on the class path and no jar: run ./pando dist"
    [ ! -e "$root/lib/${entry##*/}" ] || die "two jars are called ${entry##*/}"
    cp "$entry" "$root/lib/"
    names=$names${names:+:}${entry##*/}
  done
  echo "$names" > "$root/lib/classpath"
  # Caches are made for one content of the jars, whose times are all the same.
  echo "$version-$(cd "$root/lib" && sha256sum -- *.jar | sha256sum | cut -c 1-12)" > "$root/lib/build"
}

run_pando() {
  "$jdk/bin/java" --enable-native-access=ALL-UNNAMED -cp "$root/lib/*" io.pando.cli.Main "$@"
}

lay_out() {
  mkdir -p "$root/bin" "$root/lib/sh" "$root/conf" "$root/share/completions" "$root/share/sbom"
  copy_jars
  cp "$here/bin/pando" "$root/bin/"
  cp "$here"/sh/*.sh "$root/lib/sh/"
  cp -R "$here/conf/." "$root/conf/"
  cp -R "$here/share/." "$root/share/"
  cp "$here/../LICENSE" "$here/NOTICE" "$root/"
  cp "$target/bom.json" "$root/share/sbom/pando.cdx.json"
  run_pando completion bash > "$root/share/completions/pando.bash"
  run_pando completion zsh > "$root/share/completions/_pando"
  run_pando man-pages "$root/share/man/man1"
  chmod -R u=rwX,go=rX "$root"
  chmod 755 "$root/bin/pando" "$root/share/systemd/install.sh" "$root/share/container/healthcheck.sh" \
    "$root/share/mount/mount.fuse.pando"
}

# All times are that of the build: the JVM compares those of the jars with the ones that a cache names.
set_times() {
  find "$root" -exec touch -h -d "$timestamp" {} +
}

pack() {
  (cd "$stage" && tar --sort=name --format=gnu --owner=0 --group=0 --numeric-owner --mtime="$timestamp" \
    -cf - "$name" | gzip -n "$level" > "$out/$1.half")
  mv "$out/$1.half" "$out/$1"
  made="${made:+$made }$1"
}

# The plugin system-modules generates a class that lists sets in an order that differs from run to run. Caches
# cannot be made without that class; an archive without caches is equal in all bytes without it.
add_runtime() {
  local options=
  [ -n "$aot" ] || options="--disable-plugin system-modules"
  # shellcheck disable=SC2086
  "$jdk/bin/jlink" $options --add-modules "$modules" --no-header-files --no-man-pages \
    --output "$root/runtime" || die "jlink failed: $jdk needs its jmods folder or a linkable runtime"
  chmod -R u=rwX,go=rX "$root/runtime"
}

add_caches() {
  # shellcheck source=sh/jvm-options.sh
  . "$here/sh/jvm-options.sh"
  local names
  IFS= read -r names < "$root/lib/classpath"
  mkdir -p "$root/lib/aot"
  make_caches "$root/runtime/bin/java" "$root/lib/${names//:/:$root/lib/}" "$root/lib/aot" \
    > "$out/aot.log" 2>&1 ||
    die "the ahead-of-time caches could not be made; $out/aot.log says why"
  rm -f "$out/aot.log"
  chmod 644 "$root"/lib/aot/*
}

made=
lay_out
set_times
pack "$name.tar.gz"
cp "$target/bom.json" "$out/$name.cdx.json"
made="$made $name.cdx.json"
if [ -n "$runtime" ]; then
  add_runtime
  set_times
  if [ -n "$aot" ]; then
    add_caches
    set_times
  fi
  pack "$name-linux-$(uname -m).tar.gz"
fi
# shellcheck disable=SC2086
(cd "$out" && sha256sum $made > SHA256SUMS)
