#!/usr/bin/env python3
"""Counts the interleavings of the programs of this folder with every racing access as a step, by brute force over a
model that shares nothing with the tool: `interleavings.py PROGRAM BOUND` prints how many executions have exactly 0, 1, …
preemptions (S3), up to the bound, and how many of them break the assertion. The test `steps` has the numbers.

A thread is a generator that yields before every step; what it does then is the step. main creates all, joins all, exits."""
import sys


def counter(threads, times):
    def add(o):
        for _ in range(times):
            yield
            seen = o['x']
            yield
            o['x'] = seen + 1
    return [add] * threads, lambda o: o['x'] == threads * times


def chain(length):
    """Each write lets the other thread see the next variable: see chain.cc."""
    def raises(o):
        for n in range(length):
            yield
            o['x%d' % n] = 1

    def follows(o):
        for n in range(length):
            yield
            if o['x%d' % n] == 0:
                return
    return [raises, follows], lambda o: True


def visitor(me, enter):
    def visit(o):
        entered = yield from enter(o, me)
        if entered:
            yield
            seen = o['inside']
            yield
            o['inside'] = seen + 1
            yield
            if o['inside'] != 1:
                o['broken'] = 1
                return
            yield
            seen = o['inside']
            yield
            o['inside'] = seen - 1
        yield
        o['interested%d' % me] = 0
    return visit


def peterson(o, me):
    yield
    o['interested%d' % me] = 1
    yield
    o['turn'] = 1 - me
    yield
    if o['interested%d' % (1 - me)] == 0:
        return True
    yield
    return o['turn'] == me


def dekker(o, me):
    yield
    o['interested%d' % me] = 1
    yield
    return o['interested%d' % (1 - me)] == 0


def looks_first(o, me):
    yield
    free = o['interested%d' % (1 - me)] == 0
    yield
    o['interested%d' % me] = 1
    return free


def exclusion(enter):
    return [visitor(0, enter), visitor(1, enter)], lambda o: o['broken'] == 0


PROGRAMS = {
    'counter-2-1': counter(2, 1), 'counter-2-2': counter(2, 2), 'counter-3-1': counter(3, 1),
    'chain-4': chain(4), 'chain-6': chain(6),
    'peterson': exclusion(peterson), 'dekker': exclusion(dekker), 'bug': exclusion(looks_first),
}


class State(dict):
    def __missing__(self, key):
        return 0


class Run:
    """One execution of a program, as far as a schedule goes."""
    def __init__(self, bodies, schedule):
        self.objects, self.bodies = State(), bodies
        self.threads, self.waits, self.last, self.over = [self.main()], [None], None, False
        self.done = [False]
        next(self.threads[0])
        for thread in schedule:
            self.step(thread)

    def main(self):
        for body in self.bodies:
            yield
            self.threads.append(self.started(body))
            self.waits.append(None)
            self.done.append(False)
            next(self.threads[-1])
        for n in range(len(self.bodies)):
            self.waits[0] = n + 1
            yield
            self.waits[0] = None
        yield
        self.over = True

    def started(self, body):
        yield
        yield from body(self.objects)

    def enabled(self):
        if self.over or self.objects['broken']:
            return []
        return [t for t in range(len(self.threads))
                if not self.done[t] and (self.waits[t] is None or self.done[self.waits[t]])]

    def step(self, thread):
        self.last = thread
        try:
            next(self.threads[thread])
        except StopIteration:
            self.done[thread] = True


def count(name, bound):
    bodies, holds = PROGRAMS[name]
    per_bound, broken = [0] * (bound + 1), 0
    stack = [((), 0)]
    while stack:
        schedule, preemptions = stack.pop()
        run = Run(bodies, schedule)
        enabled = run.enabled()
        if not enabled:
            per_bound[preemptions] += 1
            broken += not holds(run.objects)
        for thread in enabled:
            cost = preemptions + (run.last in enabled and thread != run.last)
            if cost <= bound:
                stack.append((schedule + (thread,), cost))
    return per_bound, broken


if __name__ == '__main__':
    counts, failures = count(sys.argv[1], int(sys.argv[2]))
    print(' '.join(map(str, counts)), '|', failures)
