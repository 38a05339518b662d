#!/usr/bin/env bash
# How strong are the tests? Draws mutants (mistakes in the compiled code), runs the modules' unit tests
# against each, and then seeds of the simulator's swarm against those that no test noticed.
#
#   bench/mutants.sh COUNT SEED [SEEDS]    COUNT mutants of mutation seed SEED; simulator seeds 1..200, or SEEDS
#
# Results are below target/mutants/COMMIT, since the same seed draws other mutants from other code: COUNT-SEED.tsv
# (a line for each mutant, what the unit tests said) and COUNT-SEED.sim (what seeds said of the rest). A run that
# was interrupted goes on there. Commit or stash changes first.
set -eu
cd "$(dirname "$0")/.."
count=${1:?number of mutants}
seed=${2:?mutation seed}
seeds=${3:-1..200}
: "${JAVA_HOME:?a JDK 25}"

[ -z "$(git status --porcelain --untracked-files=no)" ] || { echo "commit or stash changes first" >&2; exit 1; }
folder=$PWD/target/mutants/$(git rev-parse --short HEAD)
mkdir -p "$folder"
results=$folder/$count-$seed.tsv
mvn -q -T 2 -DskipTests package dependency:build-classpath -DincludeScope=test -DexcludeGroupIds=io.pando \
  -Dmdep.outputFile=target/test-classpath > "$folder/maven.log" 2>&1 ||
  { echo "the build failed: see $folder/maven.log" >&2; exit 1; }

classpath=
tests=
for module in core disk osd mon client sim; do
  classpath=$classpath:$PWD/store-$module/target/classes:$PWD/store-$module/target/test-classes
  [ "$module" = sim ] || tests="$tests $PWD/store-$module/target/test-classes"
done
# Tests read their examples below the folder that they are run in: here they find those of all modules.
here=$folder/here
for module in core disk osd mon client; do
  [ ! -d "store-$module/src/test/resources" ] ||
    { mkdir -p "$here/src/test/resources" && cp -R "store-$module/src/test/resources/." "$here/src/test/resources"; }
  [ ! -d "store-$module/src/main/proto" ] ||
    { mkdir -p "$here/src/main/proto" && cp -R "store-$module/src/main/proto/." "$here/src/main/proto"; }
done
libraries=$(cat store-*/target/test-classpath | tr ':' '\n' | grep . | sort -u | paste -sd: -)

status=9
while [ "$status" -eq 9 ]; do
  status=0
  # shellcheck disable=SC2086
  (cd "$here" && exec "$JAVA_HOME/bin/java" -XX:+UseParallelGC -Xmx3g -Dpando.probes=true -Dpando.invariants=thorough \
    --enable-native-access=ALL-UNNAMED \
    --sun-misc-unsafe-memory-access=allow -cp "${classpath#:}:$libraries" \
    io.pando.sim.mutant.UnitTestHunt "$count" "$seed" "$results" $tests) > /dev/null 2> >(tee "$folder/tests.log" >&2) || status=$?
done
[ "$status" -eq 0 ] || { echo "the unit tests could not be run: see $folder/tests.log" >&2; exit "$status"; }
echo "killed by unit tests: $(cut -f 2 "$results" | grep -c killed) of $(wc -l < "$results")"
./pando sim --mutants random --count "$count" --mutation-seed "$seed" --seeds "$seeds" --killed "$results" --jobs 2 \
  | tee "$folder/$count-$seed.sim"
