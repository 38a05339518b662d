# Finds a Java of release 25 or newer for the launchers. Sourced by `pando` of the source tree and by
# `bin/pando` of an archive; written for bash 3.2 and later.
#
#   $java_tool    what the Java must have in bin/: javac in the source tree, java in an archive
#   $user         home of the user, or a path that does not exist

readonly NEEDED=25

# Sets $version to the feature release (such as 25) of the Java in folder $1; 0 if it is none.
read_version() {
  version=0
  [ -x "$1/bin/java" ] && [ -x "$1/bin/$java_tool" ] || return 0
  local line=
  if [ -r "$1/release" ]; then
    while IFS= read -r line; do
      case $line in JAVA_VERSION=*) break ;; esac
      line=
    done < "$1/release"
  fi
  [ -n "$line" ] || line=$("$1/bin/java" -version 2>&1 | grep -m 1 'version "')
  line=${line#*\"}
  line=${line%%\"*}
  line=${line#1.}
  line=${line%%[!0-9]*}
  version=${line:-0}
}

found_old=

# Takes the Java in folder $1 if it will do; remembers it for the complaint otherwise.
try_jdk() {
  [ -n "$1" ] || return 1
  read_version "$1"
  if [ "$version" -ge "$NEEDED" ]; then
    jdk=$1
    return 0
  fi
  [ "$version" -eq 0 ] || found_old="$found_old $1 ($version)"
  return 1
}

# The Java that `java` on the PATH belongs to.
jdk_on_path() {
  local java
  java=$(command -v "$java_tool" || command -v java) || return 0
  while [ -L "$java" ]; do
    local next
    next=$(readlink "$java")
    case $next in
      /*) java=$next ;;
      *) java=${java%/*}/$next ;;
    esac
  done
  java=${java%/*}
  echo "${java%/*}"
}

# Sets $jdk to the folder of a Java; calls no_jdk if there is none.
find_jdk() {
  jdk=
  if [ -n "${PANDO_JAVA_HOME:-}" ]; then
    try_jdk "$PANDO_JAVA_HOME" && return 0
    die "PANDO_JAVA_HOME is $PANDO_JAVA_HOME, which is no JDK $NEEDED or newer." \
      "Point it to one, or unset it and let the usual folders be searched."
  fi
  try_jdk "${JAVA_HOME:-}" && return 0
  try_jdk "$(jdk_on_path)" && return 0
  local folder best=0 choice= searched
  searched=${PANDO_JDK_FOLDERS:-/usr/lib/jvm:/usr/java:/usr/local/java:/usr/local:/opt}
  searched=$searched:$user/.sdkman/candidates/java:$user/.jdks:$user/.asdf/installs/java
  searched=$searched:$user/.local/share/mise/installs/java:$user/Library/Java/JavaVirtualMachines
  searched=$searched:/Library/Java/JavaVirtualMachines:/opt/homebrew/opt:/usr/local/opt:
  while [ -n "$searched" ]; do
    local parent=${searched%%:*}
    searched=${searched#*:}
    for folder in "$parent"/*/Contents/Home "$parent"/*/libexec/openjdk.jdk/Contents/Home \
      "$parent"/*; do
      if [ -x "$folder/bin/$java_tool" ] && try_jdk "$folder" && [ "$version" -gt "$best" ]; then
        best=$version
        choice=$folder
      fi
    done
  done
  jdk=$choice
  [ -n "$jdk" ] || no_jdk
}
