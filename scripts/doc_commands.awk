# Prints the commands of the ```sh blocks of a page as one bash script. See run_docs for the comments that it reads.

# Prints the command in lines FIRST to LAST, and the check that it exits with STATUS.
function checked(first, last, status,    i) {
  print "set +e"
  for (i = first; i <= last; ++i) print line[i]
  printf "{ exit_status=$?; set -e; } 2>/dev/null\n"
  printf "[[ $exit_status -eq %d ]] || { echo \"exit status $exit_status instead of %d\" >&2; exit 1; }\n", status, status
}

function expected_status(first, last,    i) {
  for (i = 1; i <= prefixes; ++i)
    if (index(line[first], prefix[i]) == 1) { used[i] = 1; return prefix_status[i] }
  return last == lines && last_status != "" ? last_status : ""
}

function forget() { prefixes = 0; last_status = ""; needed = ""; delete used }

# A command is a line and those that it continues on by a backslash.
function print_block(    first, last, i, status) {
  for (first = 1; first <= lines; first = last + 1) {
    for (last = first; last < lines && line[last] ~ /\\$/; ++last) {}
    status = expected_status(first, last)
    if (status != "") checked(first, last, status)
    else for (i = first; i <= last; ++i) print line[i]
  }
  for (i = 1; i <= prefixes; ++i)
    if (!used[i]) printf "echo 'no command begins with %s' >&2; exit 1\n", prefix[i]
}

/^<!-- the next block needs / { needed = $6; next }
/^<!-- expect-exit: [0-9]+ -->$/ { last_status = $3; next }
/^<!-- expect-exit: [0-9]+ from .+ -->$/ {
  prefix_status[++prefixes] = $3
  prefix[prefixes] = $0
  sub(/^<!-- expect-exit: [0-9]+ from /, "", prefix[prefixes])
  sub(/ -->$/, "", prefix[prefixes])
  next
}
/^<!-- expect-exit/ { print "echo 'line " NR " is no valid expect-exit comment' >&2; exit 1"; next }

/^```/ && inside {
  if (wanted) print_block()
  inside = 0
  if (commands) forget()
  next
}
/^```/ {
  inside = 1
  commands = $0 == "```sh"
  wanted = commands && (needed == "" || system("test -e " build "/" needed) == 0)
  lines = 0
  next
}
inside { line[++lines] = $0 }
END { if (prefixes || last_status != "") print "echo 'the last expect-exit comment has no block' >&2; exit 1" }
