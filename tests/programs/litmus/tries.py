#!/usr/bin/env python3
"""Counts the classes (S8) of tries.cc by brute force over a model that shares nothing with the tool.

A graph is the set of its events: thread, number in the thread, variable, whether it writes, and the version of the variable
that it finds. Graphs are counted in two ways, which must agree (S10): a thread whose try would fail waits, and executions that
end so are left (`blocked`); or every try is made, and the events of those that fail are taken out again.

tries.py SHAPE FIRST SECOND prints classes and blocked executions; `tries.py --check tries.txt` compares.

A thread is a function from what it has read to its next step: ('R', variable), ('W', variable, value), ('C', variable,
expected, value), a compare-and-swap; ('?', variable, expected), a read that has to find this value; AGAIN: the try has come to
nothing, although all of it went well; None: it ends. A `C` or `?` that finds something else is a try that failed. After an AGAIN, or a
step that `keeps` what was done so far, the next try begins.
"""
import sys

AGAIN = ("again",)
sys.setrecursionlimit(10000)


def stack(number):
    """Its push, which others cannot see before it is done, is one step, on the node as well."""
    def thread(pushed, read):
        if not pushed:
            return ("push", number)
        if not read:
            return ("R", "head")
        if read[0] is None:
            return None
        if len(read) == 1:
            return ("R", ("next", read[0]))
        return ("C", "head", read[0], read[1]) if len(read) == 2 else None
    return thread


def put(number):
    def thread(linked, read):
        if linked is not None:
            return ("set", "tail", linked, number) if not read else None
        if not read:
            return ("R", "tail")
        last = read[0]
        if len(read) == 1:
            return ("R", ("next", last))
        if len(read) == 2:
            return ("?", "tail", last)
        if read[1] is not None:
            return ("C", "tail", last, read[1]) if len(read) == 3 else AGAIN
        return ("link", ("next", last), None, number, last)
    return thread


def take(_):
    def thread(_, read):
        if len(read) < 4:
            return [lambda: ("R", "head"), lambda: ("R", "tail"), lambda: ("R", ("next", read[0])), lambda: ("?", "head", read[0])][len(read)]()
        before, last, following = read[:3]
        if before != last:
            return [("R", ("value", following)), ("C", "head", before, following), None][len(read) - 4]
        if following is None:
            return None
        return ("C", "tail", last, following) if len(read) == 4 else AGAIN
    return thread


def write(_):
    """An odd number is waited for, as a lock is."""
    def thread(locked, read):
        if locked is None:
            return ("lock", "number")
        return [("W", "one", 1), ("W", "two", 1), ("R", "number"), ("W", "number", locked + 1), None][len(read)]
    return thread


def look(_):
    def thread(_, read):
        return [("even", "number"), ("R", "one"), ("R", "two"), ("?", "number", read[0] if read else None), None][len(read)]
    return thread


SHAPES = {"stack": (stack, None), "queue": (put, take), "sequence": (write, look)}


class Search:
    def __init__(self, shape, first, second, makes_all):
        one, other = SHAPES[shape]
        self.threads = [one(n + 1) for n in range(first)] + [other(n + 1) for n in range(second)] if other else [one(n + 1) for n in range(first)]
        self.makes_all = makes_all
        self.memory = {"head": None if shape == "stack" else 0, "tail": 0, "number": 0}

    def count(self):
        """Complete graphs, and how many others cannot go on."""
        start = (tuple((None, (), 0) for _ in self.threads), (), frozenset())
        seen, stack, complete, blocked = {(start[0], start[2])}, [start], set(), 0
        while stack:
            threads, memory, graph = stack.pop()
            after = [each for n in range(len(threads)) for each in self.step(n, threads, dict(memory), graph)]
            if not after and all(self.next(n, threads) is None for n in range(len(threads))):
                complete.add(graph)
            blocked += not after and graph not in complete
            for state in after:
                if (state[0], state[2]) not in seen:
                    seen.add((state[0], state[2]))
                    stack.append(state)
        return complete, blocked

    def next(self, n, threads):
        step = self.threads[n](threads[n][0], threads[n][1])
        return step

    def step(self, n, threads, memory, graph):
        """The state after a thread's step, if there is one. A thread: what it keeps, what its try has read, its events before that."""
        kept, read, before = threads[n]
        step = self.next(n, threads)
        if step is None:
            return
        number = sum(event[0] == n for event in graph)
        events = set()

        def value(variable):
            return memory.get(variable, (self.memory.get(variable) if isinstance(variable, str) else None, 0))

        def note(variable, writes=False, new=None):
            events.add((n, number, variable, writes, value(variable)[1]))
            if writes:
                memory[variable] = (new, value(variable)[1] + 1)

        kind, *operands = step
        now = None
        if kind == "push":
            note(("next", operands[0]), True, value("head")[0])
            note("head", True, operands[0])
            now = (True, (), number + 1)
        elif kind in ("R", "even"):
            if kind == "even" and value(operands[0])[0] % 2 != 0:
                return
            note(operands[0])
            now = (kept, read + (value(operands[0])[0],), before)
        elif kind == "W":
            note(operands[0], True, operands[1])
            now = (kept, read + (None,), before)
        elif kind == "lock":
            if value(operands[0])[0] % 2 != 0:
                return
            locked = value(operands[0])[0] + 1
            note(operands[0], True, locked)
            now = (locked, (), number + 1)
        elif kind == "set":
            note(operands[0], value(operands[0])[0] == operands[1], operands[2])
            now = (kept, (None,), number + 1)
        elif kind in ("C", "?", "link") and value(operands[0])[0] != operands[1]:
            if not self.makes_all:
                return
            graph = frozenset(event for event in graph if event[0] != n or event[1] < before)
            now = (kept, (), before)
        else:
            note(operands[0], kind != "?", operands[2] if kind != "?" else None)
            now = (operands[3], (), number + 1) if kind == "link" else (kept, read + (None,), before)
        threads = threads[:n] + (now,) + threads[n + 1:]
        if self.next(n, threads) == AGAIN:
            threads = threads[:n] + ((kept, (), number + 1),) + threads[n + 1:]
        yield threads, tuple(sorted(memory.items(), key=repr)), graph | events


def counts(shape, first, second):
    complete, blocked = Search(shape, first, second, False).count()
    if Search(shape, first, second, True).count()[0] != complete:
        raise AssertionError("tries that fail matter")
    return len(complete), blocked


def main():
    if sys.argv[1] != "--check":
        print(*counts(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
        return 0
    wrong = 0
    with open(sys.argv[2], encoding="utf-8") as table:
        rows = [[column.strip() for column in line.split("|")] for line in table if line.strip() and line[0] != "#"]
    for _, macros, classes, blocked, labels in rows:
        given = dict(each[2:].split("=") for each in macros.split() if "=" in each)
        found = counts(given["SHAPE"], int(given["FIRST"]), int(given.get("SECOND", 1)))
        if found != (int(classes), int(blocked)):
            wrong += 1
            print(f"{macros}: {found[0]} classes and {found[1]} blocked, not {classes} and {blocked}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
