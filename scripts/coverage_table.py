"""coverage_table.py SOURCE: reads gcov's JSON, one object a line, and prints line coverage by room and the least covered files."""
import collections
import json
import os
import sys

source = os.path.realpath(sys.argv[1]) + "/"
lines = collections.defaultdict(dict)  # file -> line -> has run
for text in sys.stdin:
    for file in json.loads(text)["files"]:
        path = os.path.realpath(file["file"])
        name = path.removeprefix(source)
        if path == name or not name.startswith(("src/", "tools/")) or name.startswith("src/runtime/"):
            continue
        for line in file["lines"]:
            number = line["line_number"]
            lines[name][number] = lines[name].get(number, False) or line["count"] > 0


def share(files):
    all_lines = [ran for file in files for ran in lines[file].values()]
    return 100 * sum(all_lines) / max(1, len(all_lines)), len(all_lines)


rooms = collections.defaultdict(list)
for file in lines:
    parts = file.split("/")
    rooms["/".join(parts[:2])].append(file)
print("| room | lines | covered |\n|---|---|---|")
for room in sorted(rooms):
    percent, count = share(rooms[room])
    print(f"| `{room}` | {count:,} | {percent:.1f} % |")
percent, count = share(list(lines))
print(f"| all | {count:,} | {percent:.1f} % |\n\n| least covered | lines | covered |\n|---|---|---|")
for file in sorted((f for f in lines if len(lines[f]) >= 10), key=lambda f: share([f])[0])[:10]:
    percent, count = share([file])
    print(f"| `{file}` | {count} | {percent:.0f} % |")
