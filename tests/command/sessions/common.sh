# What the tests in this folder share. Sourced with: STALEMATE JSON_FIELD; works in the current directory, which
# is emptied first.
# shellcheck shell=sh disable=SC2034
set -eu
sources=$(dirname "$(readlink -f "$0")")
stalemate=$1 json_field=$2

case $PWD in
  */sessions/* | */truth/*) find . -mindepth 1 -delete ;;
  *)
    echo "run this through ctest: it empties the current directory" >&2
    exit 2
    ;;
esac

fail() {
  echo "FAILED: $*" >&2
  for text in out.txt err.txt; do
    [ ! -s $text ] || head -c 3000 $text >&2
  done
  exit 1
}

# build PROGRAM SOURCE LIBRARIES…
build() {
  built=$1 source=$2
  shift 2
  "$stalemate" c++ -std=c++17 -g -O1 "$sources/$source" "$@" -o "$built" || fail "$source does not compile: $*"
}

# status COMMAND…: runs it; its exit status in $status, its output in out.txt and err.txt.
status() {
  status=0
  "$@" >out.txt 2>err.txt || status=$?
}

# expect_status N WHAT COMMAND…
expect_status() {
  wanted=$1 what=$2
  shift 2
  status "$@"
  [ "$status" -eq "$wanted" ] || fail "$what: exit status $status, not $wanted"
}

# field FILE PATH; expect_field FILE PATH VALUE
field() { "$json_field" "$1" "$2"; }
expect_field() {
  actual=$(field "$1" "$2") || fail "$1 has no $2"
  [ "$actual" = "$3" ] || fail "$1: $2 is $actual, not $3"
}

# says FILE TEXT: some line contains the text.
says() { grep -qF -- "$2" "$1" || fail "'$2' is not said"; }

# one_sentence FILE: a single line that begins as our complaints do.
one_sentence() {
  [ "$(wc -l <"$1")" -eq 1 ] || fail "more or less than one line"
  grep -q '^stalemate: ' "$1" || fail "not a complaint of ours"
}
