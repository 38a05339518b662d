#!/usr/bin/env bash
# Makes the root file system of the image in a new folder, without an engine and without a registry: from an
# archive with a runtime, and the few files of this machine that it needs (C library, C++ runtime, bash).
#
#   dist/container/rootfs.sh ARCHIVE FOLDER   the whole
#   dist/container/rootfs.sh --base FOLDER    only what the Dockerfile expects of its BASE
#
# To be run on a machine with glibc 2.35 or newer, such as Debian 12.
set -eu

die() {
  echo "rootfs: $1" >&2
  exit 1
}

[ $# -eq 2 ] || die "give ARCHIVE and FOLDER, or --base and FOLDER"
archive=$1
root=$2
[ ! -e "$root" ] || die "$root exists: name a new folder"
if [ "$archive" != --base ]; then
  [ -f "$archive" ] || die "there is no $archive: make it with ./pando dist"
  archive=$(cd "$(dirname "$archive")" && pwd)/${archive##*/}
fi

umask 022
mkdir -p "$root"
cd "$root"
root=$PWD
mkdir -p bin usr/bin usr/lib etc/pando opt proc sys dev run/pando tmp var/lib/pando var/log/pando
chmod 1777 tmp run/pando var/lib/pando var/log/pando

# Copies a file of this machine with the libraries that it names, to the same places.
take() {
  local file
  for file in "$1" $(ldd "$1" 2> /dev/null | grep -o '/[^ )]*'); do
    [ -e "$root$file" ] || install -D -m 755 "$file" "$root$file"
  done
}

library() {
  local file
  file=$(ldconfig -p | sed -n "s|^[[:space:]]*$1 (libc6,$(uname -m | tr _ -).*=> ||p" | head -n 1)
  [ -n "$file" ] || die "this machine has no $1"
  take "$file"
}

for program in bash env mkdir chmod; do
  take "$(readlink -f "$(command -v $program)")"
  [ -e "bin/$program" ] || ln -s "/usr/bin/$program" "bin/$program"
done
# The JVM, RocksDB and name look-ups; the last one is loaded by the C library when it is needed.
for name in libstdc++.so.6 libgcc_s.so.1 libz.so.1 libm.so.6 libdl.so.2 libpthread.so.0 librt.so.1 libresolv.so.2 libnss_dns.so.2; do
  library "$name"
done

[ ! -d /usr/lib/locale/C.utf8 ] || { mkdir -p usr/lib/locale && cp -R /usr/lib/locale/C.utf8 usr/lib/locale/; }

echo "root:x:0:0:root:/:/bin/bash" > etc/passwd
echo "root:x:0:" > etc/group
echo "hosts: files dns" > etc/nsswitch.conf

[ "$archive" != --base ] || exit 0
mkdir -p opt/pando
tar -xzf "$archive" -C opt/pando --strip-components=1
[ -x opt/pando/runtime/bin/java ] || die "$archive has no runtime: take the one with the machine's name"
