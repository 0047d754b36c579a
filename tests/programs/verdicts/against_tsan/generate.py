"""Random programs of two to four threads, each as the list of its events in the order in which they happen.

Nothing in that order has to wait: a lock is taken when it is free, a semaphore when it has something, a condition variable
is left right after its mutex was unlocked behind a signal.
"""
import dataclasses
import random

from judge import ACQ_REL, ACQUIRE, RELAXED, RELEASE, SEQ_CST

PLAIN_BYTES, ATOMICS, MOST = 16, (16, 20, 24, 28), 60


@dataclasses.dataclass
class Event:
    thread: int
    kind: str
    object: int = 0
    order: int = RELAXED
    at: int = 0
    bytes: int = 0

    def __str__(self):
        name = "rwunlock" if self.kind.startswith("rwunlock") else self.kind
        return f"{self.thread} {name} {self.object} {self.order} {self.at} {self.bytes}"


class Program:
    def __init__(self, rng):
        self.rng = rng
        self.events = []
        self.threads = rng.randint(2, 4)
        self.created = 1
        self.running = [0]
        self.owner = [None, None]
        self.writer = [None, None]
        self.readers = [[], []]
        self.count = [0, 0]
        self.waiter = [None, None]  # asleep at the condition variable of a mutex
        self.signaled = [False, False]
        self.at_barrier = []
        self.barrier_used = False
        self.plain = rng.choice((2, 4, 8))  # how much of it is plain accesses
        self.atomics = rng.sample(ATOMICS, rng.randint(1, 2))
        self.span = rng.choice((4, 8, PLAIN_BYTES))

    def add(self, thread, kind, **more):
        self.events.append(Event(thread, kind, **more))

    def generate(self, length):
        while len(self.events) < length:
            self.step(self.rng.choice(self.awake()))
        self.finish()
        return self.events

    def awake(self):
        return [t for t in self.running if t not in self.waiter and t not in self.at_barrier]

    def step(self, thread):
        kinds = [self.access] * self.plain + [self.atomic] * 3 + [self.fence, self.mutex, self.mutex, self.rwlock,
                                                                  self.semaphore, self.condition, self.barrier]
        if thread == 0 and self.created < self.threads:
            kinds += [self.create] * 6
        self.rng.choice(kinds)(thread)

    def create(self, thread):
        self.add(thread, "create", object=self.created)
        self.running.append(self.created)
        self.created += 1

    def access(self, thread):
        size = self.rng.choice((1, 1, 2, 4, 4, 8, 3, 7))
        kind = self.rng.choice(("read", "read", "write"))
        if self.rng.random() < 0.1:
            size = min(size, 4)
            at = self.rng.choice(self.atomics) + self.rng.randint(0, 4 - size)
        else:
            at = self.rng.randint(0, max(self.span, size) - size)
            if self.rng.random() < 0.6 and size in (2, 4, 8):
                at = at // size * size
        self.add(thread, kind, at=at, bytes=size)

    def atomic(self, thread):
        kind = self.rng.choice(("load", "load", "store", "modify", "failed-swap"))
        orders = {"load": (RELAXED, ACQUIRE, ACQUIRE, SEQ_CST), "store": (RELAXED, RELEASE, RELEASE, SEQ_CST),
                  "modify": (RELAXED, RELAXED, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST),
                  "failed-swap": (RELAXED, ACQUIRE)}[kind]
        self.add(thread, kind, order=self.rng.choice(orders), at=self.rng.choice(self.atomics), bytes=4)

    def fence(self, thread):
        self.add(thread, "fence", order=self.rng.choice((ACQUIRE, RELEASE, ACQ_REL, SEQ_CST)))

    def mutex(self, thread):
        m = self.rng.randrange(2)
        if self.owner[m] == thread:
            self.unlock(thread, m)
        elif self.owner[m] is None:
            self.add(thread, self.rng.choice(("lock", "lock", "trylock")), object=m)
            self.owner[m] = thread
        else:
            self.add(thread, "tryfails", object=m)

    def unlock(self, thread, m):
        self.add(thread, "unlock", object=m)
        self.owner[m] = None
        if self.waiter[m] is not None and self.signaled[m]:
            self.owner[m], self.waiter[m], self.signaled[m] = self.waiter[m], None, False
            self.add(self.owner[m], "woken", object=m)

    def rwlock(self, thread):
        lock = self.rng.randrange(2)
        if self.writer[lock] == thread:
            self.add(thread, "rwunlock-write", object=lock)
            self.writer[lock] = None
        elif thread in self.readers[lock]:
            self.add(thread, "rwunlock-read", object=lock)
            self.readers[lock].remove(thread)
        elif self.writer[lock] is None and self.rng.random() < 0.5:
            self.add(thread, "readlock", object=lock)
            self.readers[lock].append(thread)
        elif self.writer[lock] is None and not self.readers[lock]:
            self.add(thread, "writelock", object=lock)
            self.writer[lock] = thread

    def semaphore(self, thread):
        s = self.rng.randrange(2)
        if self.count[s] and self.rng.random() < 0.6:
            self.add(thread, "take", object=s)
            self.count[s] -= 1
        else:
            self.add(thread, "post", object=s)
            self.count[s] += 1

    def condition(self, thread):
        m = self.rng.randrange(2)
        if self.owner[m] != thread:
            return
        if self.waiter[m] is not None:
            if not self.signaled[m]:
                self.add(thread, "signal", object=m)
                self.signaled[m] = True
        elif len(self.awake()) > 2 and self.owner[1 - m] != thread:
            self.add(thread, "wait", object=m)
            self.owner[m], self.waiter[m] = None, thread

    def barrier(self, thread):
        if self.at_barrier:
            self.add(thread, "arrive")
            self.at_barrier = []
        elif not self.barrier_used and len(self.awake()) > 2:
            self.add(thread, "arrive")
            self.at_barrier = [thread]
            self.barrier_used = True

    def finish(self):
        """Wakes everybody, gives everything back, joins."""
        if self.at_barrier:
            self.barrier(self.awake()[0])
        for m in range(2):
            if self.waiter[m] is not None:
                by = self.owner[m] if self.owner[m] is not None else self.awake()[0]
                if self.owner[m] is None:
                    self.add(by, "lock", object=m)
                    self.owner[m] = by
                if not self.signaled[m]:
                    self.add(by, "signal", object=m)
                    self.signaled[m] = True
                self.unlock(by, m)
            if self.owner[m] is not None:
                self.unlock(self.owner[m], m)
        for lock in range(2):
            for reader in list(self.readers[lock]):
                self.add(reader, "rwunlock-read", object=lock)
            if self.writer[lock] is not None:
                self.add(self.writer[lock], "rwunlock-write", object=lock)
        gone = self.running[1:]
        self.rng.shuffle(gone)
        for thread in gone:
            self.add(0, "join", object=thread)
            if len(self.events) < MOST - 6:
                self.access(0)


def programs(count, seed):
    rng = random.Random(seed)
    made = []
    while len(made) < count:
        events = Program(rng).generate(rng.randint(6, 36))
        if len(events) <= MOST:
            made.append(events)
    return made
