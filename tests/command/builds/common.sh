# What the tests of builds and of unmodified programs share. Sourced with: STALEMATE JSON_FIELD; works in a directory
# that is gone afterwards.
# shellcheck shell=bash disable=SC2034
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[1]}")" && pwd)
litmus=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../programs/litmus" && pwd)
stalemate=$1 json_field=$2
unset STALEMATE_OPTIONS STALEMATE_VERBOSE STALEMATE_RUNTIME CC CXX CFLAGS CXXFLAGS LDFLAGS LD_PRELOAD
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place" || exit 1
failures=0

fail() {
  echo "FAILED: $*"
  failures=$((failures + 1))
}
# expect CODE COMMAND…: runs it, keeps its output in the file `said`, compares the exit code.
expect() {
  local wanted=$1
  shift
  "$@" >"$place/said" 2>&1
  local code=$?
  [[ $code -eq $wanted ]] || { fail "exit $code, not $wanted: $*"; head -c 3000 "$place/said"; }
}
says() { grep -qF -- "$1" "$place/said" || { fail "does not say '$1'"; head -c 3000 "$place/said"; }; }
# field FILE PATH VALUE
field() {
  local actual
  actual=$("$json_field" "$1" "$2") || actual="missing"
  [[ $actual == "$3" ]] || fail "$1: $2 is $actual, not $3"
}
# Two threads, three times each through one critical section: the counts of tests/programs/litmus/expected.txt.
counts=[3,25,82,179,194,141,61,16,2]
lock_unlock() { "$@" -g -DTHREADS=2 -DOPERATIONS=3; }
[[ -z ${RUNTIME-} ]] || export STALEMATE_RUNTIME=$RUNTIME
# explores_all PROGRAM…: explored to the end, with exactly these counts.
explores_all() {
  expect 0 "$stalemate" run --preemptions unlimited --reduce=none --races=off --json "$place/result.json" -- "$@"
  field "$place/result.json" .executions_per_bound "$counts"
}
# needs COMMAND…: else the test is skipped.
needs() {
  for command in "$@"; do
    command -v "$command" >/dev/null || { echo "there is no $command here"; exit 77; }
  done
}
finish() {
  [[ $failures -eq 0 ]] || echo "$failures failed"
  exit $((failures > 0))
}
