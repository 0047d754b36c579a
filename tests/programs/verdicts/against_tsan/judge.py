"""Which events of an execution race, from the definition (C++20, [intro.races] and [atomics.fences]).

An edge for program order, creation, join, each release of a lock and its later acquisitions, each post of a semaphore
and the later takers (which of the posts a taker got is not said; all that came before count), the arrivals at a barrier and
the departures, each head of a release sequence and who reads from the sequence, with fences at either end. Two accesses of
the same byte race if one writes, one is plain, and no path leads from the first to the second.
"""

# Where ThreadSanitizer has other rules: fences order nothing; a relaxed store leaves the release sequence as it is; a
# compare-and-exchange that fails is a write; a read-modify-write accesses before it acquires.
NO_FENCES, KEPT_SEQUENCES, FAILED_WRITES, LATE_ACQUIRES = "no fences", "kept sequences", "failed writes", "late acquires"
TSAN = (NO_FENCES, KEPT_SEQUENCES, FAILED_WRITES, LATE_ACQUIRES)

RELAXED, CONSUME, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST = range(6)
ACCESSES = ("read", "write", "load", "store", "modify", "failed-swap")
WRITES = ("write", "store", "modify")
READS_ATOMICALLY = ("load", "modify", "failed-swap")


def acquires(event):
    return event.order in (CONSUME, ACQUIRE, ACQ_REL, SEQ_CST)


def releases(event):
    return event.order in (RELEASE, ACQ_REL, SEQ_CST)


class Graph:
    def __init__(self, events, rules=()):
        self.events = events
        self.rules = rules
        self.past = []  # of each event, as a set of bits
        self.past_of_access = []
        for i, event in enumerate(events):
            self.past.append(1 << i)
            self.learn(i, self.predecessors(i))
            early = LATE_ACQUIRES in rules and event.kind in ("modify", "failed-swap")
            self.past_of_access.append(self.past[i] if early else None)
            self.learn(i, self.published(i))
            self.past_of_access[i] = self.past_of_access[i] or self.past[i]

    def learn(self, i, predecessors):
        for before in predecessors:
            self.past[i] |= self.past[before]

    def races(self):
        """{later event: the earlier ones that it races with}"""
        found = {}
        for j, later in enumerate(self.events):
            for i, earlier in enumerate(self.events[:j]):
                if self.conflict(earlier, later) and not self.past_of_access[j] >> i & 1:
                    found.setdefault(j, []).append(i)
        return found

    def predecessors(self, i):
        event = self.events[i]
        own = [k for k in range(i) if self.events[k].thread == event.thread]
        yield from own[-1:]
        if any(self.events[k].kind == "arrive" and self.leaves(k, i) for k in range(i)):
            yield from (k for k in range(i) if self.events[k].kind == "arrive")
        for k in range(i):
            if self.is_ordered(self.events[k], event):
                yield k

    def published(self, i):
        """What an atomic read or a fence acquires."""
        event = self.events[i]
        if event.kind in READS_ATOMICALLY and acquires(event):
            yield from self.heads(i)
        if event.kind == "fence" and acquires(event) and NO_FENCES not in self.rules:
            for k in range(i):
                if self.events[k].thread == event.thread and self.events[k].kind in READS_ATOMICALLY:
                    yield from self.heads(k)

    def leaves(self, arrival, i):
        """Whether the thread that arrived has left the barrier before i, and i is its own event or knows its end."""
        thread = self.events[arrival].thread
        return self.events[i].thread == thread or (self.events[i].kind == "join" and self.events[i].object == thread)

    @staticmethod
    def is_ordered(first, second):
        if first.kind == "create" and first.object == second.thread:
            return True
        if second.kind == "join":
            return first.thread == second.object
        if first.object != second.object:
            return False
        return second.kind in {
            "unlock": ("lock", "trylock", "woken"),
            "wait": ("lock", "trylock", "woken"),
            "rwunlock-write": ("readlock", "writelock"),
            "rwunlock-read": ("writelock",),
            "post": ("take",),
        }.get(first.kind, ())

    def heads(self, reader):
        """Of the release sequences that the atomic read takes its value from."""
        for k in range(reader - 1, -1, -1):
            event = self.events[k]
            if event.kind not in ("store", "modify") or event.at != self.events[reader].at:
                continue
            if releases(event):
                yield k
            elif NO_FENCES not in self.rules:
                yield from [f for f in range(k) if self.events[f].thread == event.thread and
                            self.events[f].kind == "fence" and releases(self.events[f])]
            if event.kind == "store" and (releases(event) or KEPT_SEQUENCES not in self.rules):
                return

    def writes(self, event):
        return event.kind in WRITES or (event.kind == "failed-swap" and FAILED_WRITES in self.rules)

    def conflict(self, a, b):
        if a.kind not in ACCESSES or b.kind not in ACCESSES or a.thread == b.thread:
            return False
        if not self.writes(a) and not self.writes(b):
            return False
        if a.kind not in ("read", "write") and b.kind not in ("read", "write"):
            return False
        return a.at < b.at + b.bytes and b.at < a.at + a.bytes
