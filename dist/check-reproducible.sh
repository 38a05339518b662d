#!/usr/bin/env bash
# Proves that a build is reproducible: builds one commit twice, from clean checkouts in folders of different
# names, and compares the archives byte for byte. Takes as long as two builds.
#
#   dist/check-reproducible.sh [COMMIT]      default: HEAD
set -eu

here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
commit=$(git -C "$here" rev-parse --verify "${1:-HEAD}^{commit}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

for name in one "another folder"; do
  git clone --quiet --shared "$here" "$work/$name"
  git -C "$work/$name" checkout --quiet "$commit"
  "$work/$name/pando" dist --no-aot --out "$work/archives of $name"
done
status=0
for file in "$work/archives of one"/*; do
  cmp "$file" "$work/archives of another folder/${file##*/}" || status=1
done
if [ $status -eq 0 ]; then
  echo "Two builds of $commit are equal:"
  cat "$work/archives of one/SHA256SUMS"
fi
exit $status
