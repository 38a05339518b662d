# shellcheck shell=bash disable=SC2034
# Options of the JVM. Sourced by `pando` of the source tree and by `bin/pando` of an archive.
# JavaCommand.java has the options of daemons that this program starts itself; a test compares them.

# The class cache stays where it was made for (ArchiveRelocationMode), so that processes share its pages.
# The JVM looks four times a second for unused monitors of objects; every two seconds is enough.
# Without memory a process ends: one whose threads fail one by one would answer heartbeats and no requests.
readonly flags="--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow -XX:+UseCompactObjectHeaders -XX:+UnlockDiagnosticVMOptions -XX:ArchiveRelocationMode=0 -XX:AsyncDeflationInterval=2000 -XX:+ExitOnOutOfMemoryError -Dio.netty.leakDetection.level=disabled"

# Warnings of the JVM are not for users: a cache that does not fit is merely not used.
readonly quiet="-Xlog:disable -Xlog:all=error:stderr"

# Sets $word to the first word that is no option: it says whether the program lives long enough to be
# compiled well.
first_word() {
  while [ $# -gt 0 ]; do
    case $1 in
      -c | --conf | -f | --format) [ $# -ge 2 ] && shift ;;
      -*) ;;
      *)
        word=$1
        return 0
        ;;
    esac
    shift
  done
  word=
}

# Sets $sizing to the options of the command $word with the arguments given, and $serves if it is an OSD,
# which has another collector and therefore a cache of its own. Lets the timers of a monitor be late, as
# TimerSlack.java does: the JVM keeps the setting of the shell. Not of an OSD: docs/decisions/0045.
size_jvm() {
  serves=
  case "$word $*" in
    mon*\ --id*) { echo 40000000 > /proc/self/timerslack_ns; } 2> /dev/null || : ;;
  esac
  case $word in
    up | demo) sizing="-XX:+UseParallelGC -Xmx1536m -XX:MaxDirectMemorySize=1536m" ;;
    mon) sizing="-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx512m" ;;
    # Keeps all that its clients did until it is checked at the end.
    torture) sizing="-XX:+UseSerialGC -Xmx2g" ;;
    bench | put | get | crush) sizing="-XX:+UseSerialGC -Xmx512m" ;;
    *) sizing="-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx256m" ;;
  esac
  # OSDs and metadata servers answer while they collect: docs/decisions/0021, 0033 and 0043. JavaCommand.java does the same.
  # Its heap is what the default of osd.memory leaves; with another value the OSD starts its program again.
  case "$word $*" in
    osd*\ --id* | mds*\ --id*)
      sizing="-XX:+UseZGC -XX:ZTenuringThreshold=1 -XX:ZAllocationSpikeTolerance=1"
      sizing="$sizing -XX:TrimNativeHeapInterval=10000 -XX:MaxInlineLevel=9"
      sizing="$sizing -XX:FreqInlineSize=150 -XX:InlineSmallCode=1200 -Xmx288m"
      [ "$word" = osd ] || sizing="$sizing -Xmx1g"
      serves=1
      ;;
  esac
}

# Runs the program in Java $1 with class path $2 to record which classes it loads: later starts take them
# ready-made from the caches in folder $3. A start without these caches is merely slower, so failing to make
# them is no error. An OSD has one of its own, for another collector. $before may hold a command before the JVM.
make_caches() {
  local cache collector
  for cache in pando:UseSerialGC osd:UseZGC; do
    collector=${cache#*:}
    cache=$3/${cache%%:*}
    # shellcheck disable=SC2086
    ${before:-} "$1" $flags -XX:+UnlockDiagnosticVMOptions -XX:-AOTRecordTraining \
      -XX:AOTCacheOutput="$cache.half" "-XX:+$collector" -Xmx512m \
      -cp "$2" io.pando.cli.Main warm-up || return 1
    # The JVM writes the cache in a second process, whose failure it does not report by its status.
    if [ ! -s "$cache.half" ] || [ -e "$cache.half.config" ]; then
      rm -f "$cache.half" "$cache.half.config"
      return 1
    fi
    mv "$cache.half" "$cache.aot" || return 1
  done
}
