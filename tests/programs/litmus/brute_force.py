#!/usr/bin/env python3
"""Counts the interleavings of the litmus programs of locks, by brute force over a model that shares nothing with
the tool: what a step is, when it is enabled (S1, S2), what a preemption is (S3). The numbers of expected.txt come
from here: brute_force.py prints the rows; `brute_force.py --check expected.txt ../bugs/expected.txt` compares.

A thread is a list of operations; the state of a program is (program counters, objects, last thread). An operation
has a rule `enabled(state, thread)` that returns False, True, or 'timed' (enabled, but leaving it is no preemption),
and an effect that returns the new objects and how far the thread's counter moves.
"""
import functools
import sys


class Op:
    def __init__(self, enabled, effect):
        self.enabled, self.effect = enabled, effect


def always(objects, pcs, me):
    return True


def free(m):
    return lambda objects, pcs, me: objects[m] is None


def put(objects, key, value):
    return tuple(value if i == key else v for i, v in enumerate(objects))


def start():
    return Op(always, lambda o, me: (o, 1))


def lock(m):
    return Op(free(m), lambda o, me: (put(o, m, me), 1))


def unlock(m):
    return Op(always, lambda o, me: (put(o, m, None), 1))


def timed_lock(m, skip):
    """Times out where it is not free: then `skip` operations are left out."""
    return Op(lambda o, p, me: True if o[m] is None else 'timed',
              lambda o, me: (put(o, m, me), 1) if o[m] is None else (o, 1 + skip))


def try_lock(m, skip, may_fail):
    """may_fail: on a free lock, a choice of two; not twice in a row by one thread."""
    def effect(o, me):
        if o[m] is not None:
            return o, 1 + skip
        got = (put(o, m, me), 1)
        if not may_fail:
            return got
        failed_before = me in o[-1]
        if failed_before:
            return put(got[0], len(o) - 1, o[-1] - {me}), 1
        return [got, (put(o, len(o) - 1, o[-1] | {me}), 1 + skip)]
    return Op(always, effect)


def weak_swap(counter, seen):
    """Adds one in a loop. Objects: the value, what each thread has seen last, and who failed for no reason last."""
    def effect(o, me):
        if o[seen].get(me) != o[counter]:
            return put(o, seen, o[seen].put(me, o[counter])), 0
        swapped = put(o, counter, o[counter] + 1)
        if me in o[-1]:
            return put(swapped, len(o) - 1, o[-1] - {me}), 1
        return [(swapped, 1), (put(o, len(o) - 1, o[-1] | {me}), 0)]
    return Op(always, effect)


class Table(frozenset):
    """An immutable map."""
    def get(self, key):
        return next((v for k, v in self if k == key), 0)

    def put(self, key, value):
        return Table({kv for kv in self if kv[0] != key} | {(key, value)})


def wait_for_flag(m, sleepers, woken, flag):
    """lock; while (!flag) wait; unlock, with waits that may end for no reason. `sleepers` can be signaled; `woken` maps
    a thread to 1 once it was, and to 2 where its wait ends for no reason."""
    def wait(o, me):
        freed = put(o, m, None)
        asleep = put(freed, sleepers, o[sleepers] | {me}), 1
        if me in o[-1]:
            return put(asleep[0], len(o) - 1, o[-1] - {me}), 1
        return [asleep, (put(put(freed, woken, o[woken].put(me, 2)), len(o) - 1, o[-1] | {me}), 1)]

    def may_wake(o, p, me):
        how = o[woken].get(me)
        return 'timed' if how == 2 else how == 1 and o[m] is None

    def wake(o, me):
        """Who was signaled has the lock again; who was not has left the wait, and locks as anybody does."""
        ended = put(o, woken, o[woken].put(me, 0))
        return (ended, 1) if o[woken].get(me) == 2 else (put(ended, m, me), 2 if o[flag] else -1)

    def take_again(o, me):
        return put(o, m, me), 1 if o[flag] else -2

    lock_op = Op(free(m), lambda o, me: (put(o, m, me), 4 if o[flag] else 1))
    return [lock_op, Op(always, wait), Op(may_wake, wake), Op(free(m), take_again), unlock(m)]


def set_flag_and_signal(m, sleepers, woken, flag):
    def signal(o, me):
        if not o[sleepers]:
            return o, 1
        return [(put(put(o, sleepers, o[sleepers] - {s}), woken, o[woken].put(s, 1)), 1) for s in sorted(o[sleepers])]
    return [Op(free(m), lambda o, me: (put(put(o, m, me), flag, True), 1)), Op(always, signal), unlock(m)]


def read_lock(l):
    return Op(lambda o, p, me: o[l][0] is None, lambda o, me: (put(o, l, (None, o[l][1] | {me})), 1))


def read_unlock(l):
    return Op(always, lambda o, me: (put(o, l, (None, o[l][1] - {me})), 1))


def write_lock(l):
    return Op(lambda o, p, me: o[l] == (None, frozenset()), lambda o, me: (put(o, l, (me, frozenset())), 1))


def write_unlock(l):
    return Op(always, lambda o, me: (put(o, l, (None, frozenset())), 1))


# The kind that prefers writers: (writer, readers, writers in line).
def read_lock_behind_writers(l):
    return Op(lambda o, p, me: o[l][0] is None and not o[l][2],
              lambda o, me: (put(o, l, (None, o[l][1] | {me}, o[l][2])), 1))


def read_unlock_behind_writers(l):
    return Op(always, lambda o, me: (put(o, l, (o[l][0], o[l][1] - {me}, o[l][2])), 1))


def write_lock_first(l):
    """A try, which puts the writer in line if it fails; then the acquisition."""
    def attempt(o, me):
        writer, readers, line = o[l]
        if writer is None and not readers:
            return put(o, l, (me, readers, line)), 2
        return put(o, l, (writer, readers, line | {me})), 1

    def take(o, me):
        writer, readers, line = o[l]
        return put(o, l, (me, readers, line - {me})), 1
    return [Op(always, attempt), Op(lambda o, p, me: o[l][0] is None and not o[l][1], take)]


def write_unlock_first(l):
    return Op(always, lambda o, me: (put(o, l, (None,) + o[l][1:]), 1))


def sem_wait(s):
    return Op(lambda o, p, me: o[s] > 0, lambda o, me: (put(o, s, o[s] - 1), 1))


def sem_post(s):
    return Op(always, lambda o, me: (put(o, s, o[s] + 1), 1))


def barrier(b, limit):
    """(arrived, generation, {thread: generation in which it arrived})"""
    def arrive(o, me):
        arrived, generation = o[b]
        if arrived + 1 == limit:
            return put(o, b, (0, generation + 1)), 2
        return put(put(o, b, (arrived + 1, generation)), b + 1, o[b + 1] | {(me, generation)}), 1

    def may_leave(o, p, me):
        return any(t == me and g < o[b][1] for t, g in o[b + 1])

    def leave(o, me):
        return put(o, b + 1, frozenset(x for x in o[b + 1] if x[0] != me)), 1
    return [Op(always, arrive), Op(may_leave, leave)]


def count(threads, objects):
    """Executions of main (create all, join all, exit) and `threads`, by their number of preemptions."""
    programs = [[start()] + t for t in threads]
    n = len(programs)
    create = Op(always, lambda o, me: (o, 1))
    joins = [Op(lambda o, p, me, t=t: p[t + 1] == len(programs[t]), lambda o, me: (o, 1)) for t in range(n)]
    main = [create] * n + joins + [Op(always, lambda o, me: (o, 1))]
    all_programs = [main] + programs
    sys.setrecursionlimit(10000)

    @functools.lru_cache(None)
    def follow(pcs, objects, last):
        enabled = {}
        for t, program in enumerate(all_programs):
            if pcs[t] == len(program) or (t > 0 and pcs[0] < t):
                continue
            now = program[pcs[t]].enabled(objects, pcs, t)
            if now:
                enabled[t] = now
        if not enabled:
            assert all(pcs[t] == len(p) for t, p in enumerate(all_programs)), 'deadlock'
            return (1,)
        total = []
        for t in enabled:
            cost = 1 if t != last and enabled.get(last) is True else 0
            results = all_programs[t][pcs[t]].effect(objects, t)
            for after, moved in results if isinstance(results, list) else [results]:
                below = follow(put(pcs, t, pcs[t] + moved), after, t)
                for c, ways in enumerate(below):
                    while len(total) <= c + cost:
                        total.append(0)
                    total[c + cost] += ways
        return tuple(total)

    return follow((0,) * (n + 1), tuple(objects), 0)


def flat(*parts):
    return [op for part in parts for op in (part if isinstance(part, list) else [part])]


NOBODY = (None, frozenset())


def table():
    for threads, operations in (2, 2), (2, 3):
        yield 'lock_unlock_c.c', threads, operations, count([[lock(0), unlock(0)] * operations] * threads, [None])
    for threads, operations in ((2, 2),):
        yield 'spin_lock.c', threads, operations, count([[lock(0), unlock(0)] * operations] * threads, [None])
    for threads, operations in ((2, 2),):
        yield 'timed_lock.c', threads, operations, count(
            [[timed_lock(0, 1), unlock(0)] * operations] * threads, [None])
    for threads, operations in (2, 2), (3, 1):
        yield 'semaphore.c', threads, operations, count([[sem_wait(0), sem_post(0)] * operations] * threads, [1])
    for threads, operations in (2, 1), (2, 2), (3, 1):
        yield 'barrier.c', threads, operations, count(
            [flat(barrier(0, threads)) * operations] * threads, [(0, 0), frozenset()])
    for readers, writers in (2, 0), (1, 1), (2, 1):
        yield 'rwlock.c', f'-DREADERS={readers} -DWRITERS={writers}', '', count(
            [[read_lock(0), read_unlock(0)]] * readers + [[write_lock(0), write_unlock(0)]] * writers, [NOBODY])
    for readers, writers in ((1, 1),):
        yield 'rwlock.c', f'-DREADERS={readers} -DWRITERS={writers} -DWRITERS_FIRST', '', count(
            [[read_lock_behind_writers(0), read_unlock_behind_writers(0)]] * readers +
            [flat(write_lock_first(0), write_unlock_first(0))] * writers, [NOBODY + (frozenset(),)])


def whims():
    """The rows of tests/programs/bugs/spurious_events.c."""
    nobody = frozenset()
    yield '-DWHIM=1', count([wait_for_flag(0, 1, 2, 3), set_flag_and_signal(0, 1, 2, 3)],
                            [None, nobody, Table(), False, nobody])
    yield '-DWHIM=2', count([[try_lock(0, 1, True), unlock(0)]] * 2, [None, nobody])
    yield '-DWHIM=3', count([[weak_swap(0, 1)]] * 2, [0, Table(), nobody])


def rows():
    for source, threads, operations, counts in table():
        macros = threads if operations == '' else f'-DTHREADS={threads} -DOPERATIONS={operations}'
        yield source, macros, str(sum(counts)), ' '.join(map(str, counts))


def main():
    if sys.argv[1:2] != ['--check']:
        for row in rows():
            print(' | '.join(row) + ' | |')
        for macros, counts in whims():
            print('spurious_events.c', macros, *counts)
        return
    known = {}
    for line in open(sys.argv[2]):
        if not line.startswith('#'):
            cells = [cell.strip() for cell in line.split('|')]
            known[tuple(cells[:2])] = tuple(cells[2:4])
    missing = [row for row in rows() if known.get(row[:2]) != row[2:]]
    programs = [[cell.strip() for cell in line.split('|')] for line in open(sys.argv[3]) if line.startswith('spurious_events.c')]
    for macros, counts in whims():
        if not any(row[1] == macros and row[5] and row[5].split() == list(map(str, counts))[:len(row[5].split())]
                   for row in programs):
            missing.append(('spurious_events.c', macros) + tuple(map(str, counts)))
    for row in missing:
        print('FAILED: the table has not', ' | '.join(row))
    sys.exit(1 if missing else 0)


main()
