#!/usr/bin/env bash
# Lays out a Maven repository in a folder: the artifacts that the BOM lists, with sources and Javadoc, the BOM
# and the parent of all. It takes what `mvn -P release package` left in the modules.
#
#   dist/maven.sh --out DIR
#
# A repository of the form that https://repo.maven.apache.org has: serve it over HTTP, upload it, or name it as
# file:///DIR in a build. Two runs on equal input make equal bytes. Needs sha1sum.
set -eu

here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
readonly properties=$here/dist/target/build.properties

die() {
  printf 'dist: %s\n' "$@" >&2
  exit 1
}

[ $# -eq 2 ] && [ "$1" = --out ] || die "give --out DIR"
out=$2
[ -f "$properties" ] || die "there is no build: run ./pando dist --maven"
version=$(sed -n 's/^version=//p' "$properties")
timestamp=$(sed -n 's/^timestamp=//p' "$properties")
[ -n "$version" ] && [ -n "$timestamp" ] || die "$properties is incomplete"

umask 022
export LC_ALL=C TZ=UTC
rm -rf "$out"

# Copies a file to its place: put FILE ARTIFACT SUFFIX
put() {
  local to=$out/io/pando/$2/$version
  [ -f "$1" ] || die "there is no $1: run ./pando dist --maven"
  mkdir -p "$to"
  cp "$1" "$to/$2-$version$3"
  sha1sum < "$1" | cut -c 1-40 > "$to/$2-$version$3.sha1"
}

artifacts=$(sed -n 's/.*<artifactId>\([a-z-]*\)<\/artifactId><version>.*/\1/p' "$here/bom/pom.xml")
[ -n "$artifacts" ] || die "$here/bom/pom.xml lists no artifacts"
for artifact in $artifacts; do
  # The folder of pando-client is store-client.
  module=$here/store-${artifact#*-}
  put "$module/pom.xml" "$artifact" .pom
  for kind in '' -sources -javadoc; do
    put "$module/target/$artifact-$version$kind.jar" "$artifact" "$kind.jar"
  done
done
put "$here/bom/pom.xml" pando-bom .pom
put "$here/pom.xml" pando .pom
find "$out" -exec touch -h -d "$timestamp" {} +
