#!/usr/bin/env bash
# Suites of others on a mounted file system: see docs/development.md.
#
#   bench/suites.sh [--mount DIR] [SUITE...]     all suites, or some of
#                                                pjdfstest pjdfstest-c fsx fsstress xfstests git maven
#
# Starts a cluster below target/suites, mounts a file system of it, runs the suites, unmounts and stops. With
# --mount the suites run in a directory of a file system that is mounted already. A suite that is not on this
# machine is skipped, and the line says how to get it. Failures that are listed in bench/suites/known.txt, each
# with its reason, do not count. Status 1: a suite failed. Status 2: wrong use, or no file system.
#
#   PANDO          the launcher; ./pando by default
#   PJDFSTEST      program of the crate pjdfstest
#   PJDFSTEST_C    folder of the C suite pjdfstest, built
#   FSX            program of the crate fsx
#   FSX_OPS        operations of each seed of fsx; 1000000 by default
#   FSX_SEEDS      seeds of fsx; "1 2 3 4 5" by default
#   FSSTRESS       program fsstress of xfstests
#   FSSTRESS_OPS   operations of each of its 4 processes; 2000 by default
#   XFSTESTS       folder of xfstests, built
#   XFSTESTS_TESTS which of its tests, as for its program check; "-g quick" by default
#   XFSTESTS_CONFIG  its configuration for another file system, such as ceph-fuse: then nothing is started here for it
#   MAVEN          arguments of the build; "-o -q -pl store-core compile" by default
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
readonly here=$PWD folder=$PWD/target/suites known=$PWD/bench/suites/known.txt
readonly all="pjdfstest pjdfstest-c fsx fsstress xfstests git maven"
pando=${PANDO:-$here/pando}
mount=
failed=0
cluster=
mounted=

usage() {
  sed -n '4,10p' "$here/bench/suites.sh" | sed 's/^# \{0,1\}//' >&2
  exit 2
}

die() {
  echo "suites: $*" >&2
  exit 2
}

# ---- Arguments --------------------------------------------------------------------------------

suites=
while [ $# -gt 0 ]; do
  case $1 in
    --mount)
      [ $# -ge 2 ] || usage
      mount=$(cd "$2" && pwd -P) || die "there is no directory $2"
      shift
      ;;
    -*) usage ;;
    *)
      case " $all " in
        *" $1 "*) suites="$suites $1" ;;
        *) usage ;;
      esac
      ;;
  esac
  shift
done
suites=${suites:-$all}

# ---- The cluster and the mount ----------------------------------------------------------------

on_exit() {
  status=$?
  trap - EXIT INT TERM HUP
  cd "$here"
  if [ -n "$mounted" ]; then
    "$pando" umount "$mounted" -c "$cluster" > /dev/null 2>&1 || true
    ! mountpoint -q "$mounted" || umount -l "$mounted" || status=2
    rmdir "$mounted" || status=2
  fi
  [ -z "$cluster" ] || "$pando" down -c "$cluster" > /dev/null 2>&1 || status=2
  exit "$status"
}

start() {
  # 'pando up' makes its cluster the default of the user: here of another one.
  export PANDO_OPTS="${PANDO_OPTS:-} -Duser.home=$folder"
  [ -e /dev/fuse ] || die "there is no /dev/fuse: load the kernel's module fuse, or use --mount"
  rm -rf "$folder/cluster"
  mkdir -p "$folder/cluster"
  cluster=$folder/cluster/pando.yaml
  local log=$folder/cluster.log
  "$pando" up --detach --data "$folder/cluster" --port 0 --mons 1 --mds 2 > "$log" 2>&1 < /dev/null &&
    "$pando" pool create names 8 -c "$cluster" >> "$log" 2>&1 &&
    "$pando" pool create bytes 32 -c "$cluster" >> "$log" 2>&1 &&
    "$pando" fs create suites names bytes -c "$cluster" >> "$log" 2>&1 ||
    die "the cluster did not start: see $log"
  # Addresses of sockets have at most 107 bytes, and suites make some far below the mount.
  mounted=$(mktemp -d /tmp/pando.XXXXXX)
  local others=
  [ "$(id -u)" -ne 0 ] || others=--allow-other
  # shellcheck disable=SC2086
  "$pando" mount suites "$mounted" $others -c "$cluster" >> "$log" 2>&1 < /dev/null ||
    die "the file system could not be mounted: see $log"
  mount=$mounted
}

# ---- Reports ----------------------------------------------------------------------------------

skip() {
  echo "$1: SKIPPED, $2"
}

# report SUITE COUNTS: failures are in the file SUITE.failed, one name a line; those that are known are left out.
report() {
  local unknown=0 expected=0 name
  : > "$folder/$1.unknown"
  while read -r name; do
    if grep -q "^$1  *$name  " "$known"; then
      expected=$((expected + 1))
    else
      unknown=$((unknown + 1))
      echo "$name" >> "$folder/$1.unknown"
    fi
  done < "$folder/$1.failed"
  if [ "$unknown" -eq 0 ]; then
    echo "$1: PASSED, $2, $expected known failures"
  else
    failed=1
    echo "$1: FAILED, $2, $expected known failures, $unknown others (log: $folder/$1.log):"
    sed 's/^/  /' "$folder/$1.unknown" | head -50
  fi
}

# workspace SUITE: a new directory for it on the mount, and an empty list of failures.
workspace() {
  work=$mount/$1.$$
  mkdir "$work"
  chmod 755 "$work"
  : > "$folder/$1.failed"
}

# ---- Suites -----------------------------------------------------------------------------------

pjdfstest() {
  local program=${PJDFSTEST:-$(command -v pjdfstest || true)}
  [ -x "$program" ] || { skip pjdfstest "no program: cargo install pjdfstest --version 0.2.2, or set PJDFSTEST"; return; }
  [ "$(id -u)" -eq 0 ] || { skip pjdfstest "it changes users: run it as root"; return; }
  workspace pjdfstest
  local log=$folder/pjdfstest.log config=$folder/pjdfstest.toml counts
  {
    cat bench/suites/pjdfstest.toml
    printf 'entries = [["nobody", "%s"], ["daemon", "%s"]]\n' "$(id -gn nobody)" "$(id -gn daemon)"
  } > "$config"
  : > "$log"
  # Tests that remount come first, alone: behind the others the kernel says that the mount is busy. With a
  # helper of mount(8) for FUSE, remounting would be a matter of that helper: then they are skipped.
  if [ -n "$mounted" ] && mount -o remount,rw "$mounted" 2> /dev/null; then
    "$program" -c <(sed 's/^allow_remount.*/allow_remount = true/' "$config") -p "$work" erofs >> "$log" 2>&1 || true
  fi
  "$program" -c "$config" -p "$work" -s "$folder" >> "$log" 2>&1 || true
  awk '$2 == "FAILED" { print $1 }' "$log" > "$folder/pjdfstest.failed"
  counts=$(sed -n 's/^Summary: //p' "$log" | paste -sd ';' | sed 's/;/, then /')
  [ -n "$counts" ] || echo "no-summary" >> "$folder/pjdfstest.failed"
  report pjdfstest "${counts:-no counts}"
}

pjdfstest_c() {
  local suite=${PJDFSTEST_C:-}
  [ -x "$suite/pjdfstest" ] || {
    skip pjdfstest-c "no suite: git clone https://github.com/pjd/pjdfstest, build it, and set PJDFSTEST_C to its folder"
    return
  }
  [ "$(id -u)" -eq 0 ] || { skip pjdfstest-c "it changes users: run it as root"; return; }
  command -v prove > /dev/null || { skip pjdfstest-c "no program prove: apt install perl"; return; }
  workspace pjdfstest-c
  local log=$folder/pjdfstest-c.log status=0
  (cd "$work" && prove -r -v "$suite/tests") > "$log" 2>&1 || status=$?
  # A test that is expected to fail everywhere is marked TODO.
  awk -v tests="$suite/tests/" '
    / \.\. *$/ { file = substr($1, length(tests) + 1) }
    /^not ok / && !/# TODO/ { print file ":" $3 }' "$log" > "$folder/pjdfstest-c.failed"
  [ "$status" -eq 0 ] || [ -s "$folder/pjdfstest-c.failed" ] || echo "prove" >> "$folder/pjdfstest-c.failed"
  report pjdfstest-c "$(sed -n 's/^Files=\([0-9]*\), Tests=\([0-9]*\),.*/\1 files, \2 assertions/p' "$log")"
}

fsx() {
  local program=${FSX:-$(command -v fsx || true)} seed operations=${FSX_OPS:-1000000}
  [ -x "$program" ] || { skip fsx "no program: cargo install fsx --version 0.3.2, or set FSX"; return; }
  workspace fsx
  : > "$folder/fsx.log"
  for seed in ${FSX_SEEDS:-1 2 3 4 5}; do
    echo "seed $seed" >> "$folder/fsx.log"
    "$program" -f bench/suites/fsx.toml -S "$seed" -N "$operations" -P "$folder" "$work/$seed" \
      >> "$folder/fsx.log" 2>&1 || echo "seed-$seed" >> "$folder/fsx.failed"
  done
  report fsx "$operations operations of each of the seeds ${FSX_SEEDS:-1 2 3 4 5}"
}

fsstress() {
  local program=${FSSTRESS:-$(command -v fsstress || true)} operations=${FSSTRESS_OPS:-2000}
  [ -x "$program" ] || { skip fsstress "no program: build xfstests, and set FSSTRESS to its ltp/fsstress"; return; }
  workspace fsstress
  "$program" -d "$work" -p 4 -n "$operations" -s 1 -v > "$folder/fsstress.log" 2>&1 || echo "status" >> "$folder/fsstress.failed"
  find "$work" -printf '%i %n %s\n' > "$folder/fsstress.found" 2>> "$folder/fsstress.log" || echo "find" >> "$folder/fsstress.failed"
  rm -rf "$work" 2>> "$folder/fsstress.log" || echo "rm" >> "$folder/fsstress.failed"
  report fsstress "4 processes of $operations operations, $(wc -l < "$folder/fsstress.found") files left and removed"
}

# The configuration of xfstests: a directory of the mounted file system for it, mounted again by mount(8).
xfstests_config() {
  local place=$folder/xfstests options="-oallow_other,nonempty,allow_dev,allow_suid,conf=$cluster"
  mkdir -p "$place/test" "$place/scratch" "$work/test" "$work/scratch"
  # It expects the type 'fuse', and df tells the whole.
  printf '#!/bin/sh\ndf -T -P "$@" | sed "s/fuse\\.pando/fuse      /"\n' > "$place/df"
  chmod +x "$place/df"
  cat > "$place/config" << EOF
export FSTYP=fuse FUSE_SUBTYP=.pando DF_PROG=$place/df
export TEST_DEV=suites:/${work##*/}/test TEST_DIR=$place/test
export SCRATCH_DEV=suites:/${work##*/}/scratch SCRATCH_MNT=$place/scratch
export MOUNT_OPTIONS="$options" TEST_FS_MOUNT_OPTS="$options"
EOF
  echo "$place/config"
}

xfstests() {
  local suite=${XFSTESTS:-} config=${XFSTESTS_CONFIG:-} log=$folder/xfstests.log
  [ -x "$suite/check" ] || {
    skip xfstests "no suite: git clone https://git.kernel.org/pub/scm/fs/xfs/xfstests-dev.git, build it, and set XFSTESTS to its folder"
    return
  }
  [ "$(id -u)" -eq 0 ] || { skip xfstests "it changes users: run it as root"; return; }
  getent passwd fsgqa > /dev/null || { skip xfstests "no user fsgqa: useradd -m fsgqa; useradd fsgqa2"; return; }
  if [ -z "$config" ]; then
    [ -n "$cluster" ] || { skip xfstests "it mounts by itself: not with --mount"; return; }
    [ -x /sbin/mount.fuse.pando ] || {
      skip xfstests "no helper of mount(8): ln -s $here/dist/share/mount/mount.fuse.pando /sbin"
      return
    }
  fi
  workspace xfstests
  [ -n "$config" ] || config=$(xfstests_config)
  # shellcheck disable=SC2086
  (cd "$suite" && PANDO_LAUNCHER=$pando HOST_OPTIONS=$config RESULT_BASE=$folder/xfstests.results \
    ./check ${XFSTESTS_TESTS:--g quick}) > "$log" 2>&1 || true
  umount "$folder/xfstests/scratch" "$folder/xfstests/test" 2> /dev/null || true
  sed -n 's/^Failures: //p' "$log" | tr ' ' '\n' | sed '/^$/d' > "$folder/xfstests.failed"
  grep -q '^Ran: ' "$log" || echo "no-summary" >> "$folder/xfstests.failed"
  report xfstests "$(($(sed -n 's/^Ran: //p' "$log" | wc -w) - $(sed -n 's/^Not run: //p' "$log" | wc -w))) tests of $(sed -n 's/^Ran: //p' "$log" | wc -w)"
}

git_clone() {
  command -v git > /dev/null || { skip git "no program git"; return; }
  git rev-parse --git-dir > /dev/null 2>&1 || { skip git "this folder is no repository"; return; }
  workspace git
  {
    git clone -q --no-hardlinks "$here" "$work/clone" || echo "clone" >> "$folder/git.failed"
    git -C "$work/clone" fsck --full --strict || echo "fsck" >> "$folder/git.failed"
    [ -z "$(git -C "$work/clone" status --porcelain)" ] || echo "status" >> "$folder/git.failed"
    git -C "$work/clone" gc -q || echo "gc" >> "$folder/git.failed"
    git -C "$work/clone" checkout -q --detach HEAD~1 || echo "checkout" >> "$folder/git.failed"
  } > "$folder/git.log" 2>&1
  report git "clone, fsck, status, gc and checkout of $(git -C "$work/clone" ls-files | wc -l) files"
}

maven() {
  local program
  program=$(command -v mvn || true)
  [ -x "$program" ] || { skip maven "no program mvn"; return; }
  git rev-parse --git-dir > /dev/null 2>&1 || { skip maven "this folder is no repository"; return; }
  workspace maven
  git clone -q --depth 1 "file://$here" "$work/clone"
  # shellcheck disable=SC2086
  (cd "$work/clone" && "$program" ${MAVEN:--o -q -pl store-core compile}) > "$folder/maven.log" 2>&1 ||
    echo "build" >> "$folder/maven.failed"
  report maven "mvn ${MAVEN:--o -q -pl store-core compile}, $(find "$work/clone" -name '*.class' | wc -l) classes"
}

# ---- Run --------------------------------------------------------------------------------------

mkdir -p "$folder"
trap on_exit EXIT
trap 'exit 130' INT TERM HUP
[ -n "$mount" ] || start
for suite in $suites; do
  case $suite in
    pjdfstest) pjdfstest ;;
    pjdfstest-c) pjdfstest_c ;;
    fsx) fsx ;;
    fsstress) fsstress ;;
    xfstests) xfstests ;;
    git) git_clone ;;
    maven) maven ;;
  esac
done
exit "$failed"
