#!/usr/bin/env python3
"""Counts the classes (S8) of the litmus programs, and the least number of preemptions (S3) of each, by brute force
over a model that shares nothing with the tool: every interleaving, where those that have led to the same
happens-before graph by the same last thread are followed once, at the least price. classes.py prints the rows of
classes.txt; `classes.py --check classes.txt` compares.

A thread is a function from the results of its steps so far to its next step, or None at its end. Steps: ('R', v),
('W', v, value), ('A', v) adds one, ('L', m) and ('U', m) lock and unlock. Main creates all threads, then joins them.
A graph is, for each variable, the order of its accesses, where neighbouring reads have none.
"""
import sys


def steps(*all_of_them):
    return lambda results: all_of_them[len(results)] if len(results) < len(all_of_them) else None


def last_zero(writers):
    def reader(results):
        return None if results and results[-1] == 0 else ('R', writers - len(results))

    def writer(j):
        return lambda r: [('R', j - 1), ('W', j, r[0] + 1 if r else 0), None][len(r)]

    return [reader] + [writer(j) for j in range(1, writers + 1)]


def enabled(thread, state, program):
    mine, graph, created = state
    if thread == 0:
        done = len(mine[0])
        if done < len(program):
            return True  # create
        if done < 2 * len(program):  # join
            other = done - len(program) + 1
            return len(mine[other]) > 0 and program[other - 1](mine[other][1:]) is None
        return False
    if thread > created or (mine[thread] and program[thread - 1](mine[thread][1:]) is None):
        return False
    if not mine[thread]:
        return True  # its start
    step = program[thread - 1](mine[thread][1:])
    if step[0] != 'L':
        return True
    history = dict(graph).get(step[1], ())
    return not history or history[-1][0] != 'L'


def value_of(history):
    for kind, what in reversed(history):
        if kind == 'W':
            return what[1]
    return 0


def after(thread, state, program):
    mine, graph, created = state
    mine = list(mine)
    if thread == 0:
        created += len(mine[0]) < len(program)
        mine[0] += (None,)
        return tuple(mine), graph, created
    if not mine[thread]:
        mine[thread] = (None,)
        return tuple(mine), graph, created
    step, me = program[thread - 1](mine[thread][1:]), (thread, len(mine[thread]))
    variables = dict(graph)
    history = variables.get(step[1], ())
    result = None
    if step[0] == 'R':
        result = value_of(history)
        if history and history[-1][0] == 'R':
            history = history[:-1] + (('R', history[-1][1] | {me}),)
        else:
            history += (('R', frozenset([me])),)
    elif step[0] in 'WA':
        value = step[2] if step[0] == 'W' else value_of(history) + 1
        history += (('W', (me, value)),)
    else:
        history += ((step[0], me),)
    variables[step[1]] = history
    mine[thread] += (result,)
    return tuple(mine), tuple(sorted(variables.items())), created


def bounds(program):
    """How many classes have a least number of preemptions of exactly 0, 1, 2, ..."""
    level = {((((),) * (len(program) + 1)), (), 0): {0: 0}}
    ends = {}
    while level:
        following = {}
        for state, prices in level.items():
            able = [t for t in range(len(program) + 1) if enabled(t, state, program)]
            if not able:
                ends[state] = min(prices.values())
            for thread in able:
                price = min(p + (last != thread and last in able) for last, p in prices.items())
                reached = following.setdefault(after(thread, state, program), {})
                reached[thread] = min(price, reached.get(thread, price))
        level = following
    counts = [0] * (max(ends.values()) + 1)
    for bound in ends.values():
        counts[bound] += 1
    return counts


def adds(threads, operations):
    return [steps(*[('A', 0)] * operations)] * threads


def sections(threads, operations):
    return [steps(*[('L', 0), ('U', 0)] * operations)] * threads


X, Y = 0, 1
SHAPES = {
    'SB': [steps(('W', X, 1), ('R', Y)), steps(('W', Y, 1), ('R', X))],
    'MP': [steps(('W', X, 1), ('W', Y, 1)), steps(('R', Y), ('R', X))],
    'LB': [steps(('R', X), ('W', Y, 1)), steps(('R', Y), ('W', X, 1))],
    'W22': [steps(('W', X, 1), ('W', Y, 2)), steps(('W', Y, 1), ('W', X, 2))],
    'CORR': [steps(('W', X, 1), ('W', X, 2)), steps(('R', X), ('R', X))],
    'WRC': [steps(('W', X, 1)), steps(('R', X), ('W', Y, 1)), steps(('R', Y), ('R', X))],
    'IRIW': [steps(('W', X, 1)), steps(('W', Y, 1)), steps(('R', X), ('R', Y)), steps(('R', Y), ('R', X))],
    'WRRRW': [steps(('W', X, 1)), steps(('R', X), ('R', X), ('R', X)), steps(('W', X, 2))],
}
PROGRAMS = {('shapes.cc', f'-DSHAPE={name}'): program for name, program in SHAPES.items()}
for n in 2, 3, 4:
    PROGRAMS['shapes.cc', f'-DSHAPE=BOTH -DTHREADS={n}'] = [steps(('A', X), ('A', Y))] * n
for n in range(1, 6):
    PROGRAMS['shapes.cc', f'-DSHAPE=LASTZERO -DTHREADS={n}'] = last_zero(n)
for n, k in (2, 1), (3, 1), (4, 1), (2, 2), (2, 3), (3, 2), (3, 3):
    for name in 'fetch_add.cc', 'fetch_add_c.c':
        PROGRAMS[name, f'-DTHREADS={n} -DOPERATIONS={k}'] = adds(n, k)
for n, k in (2, 2), (2, 3), (3, 2):
    for name in 'lock_unlock.cc', 'lock_unlock_c.c':
        PROGRAMS[name, f'-DTHREADS={n} -DOPERATIONS={k}'] = sections(n, k)


def rows(path):
    with open(path, encoding='utf-8') as file:
        for line in file:
            if not line.startswith('#') and line.strip():
                yield [column.strip() for column in line.split('|')]


def check(path):
    found = 0
    for source, macros, _, classes, per_bound, *_ in rows(path):
        program = PROGRAMS.get((source, macros))
        if program is None:
            continue  # its counts are argued in the program
        counts = bounds(program)
        if [str(sum(counts)), ' '.join(map(str, counts))] != [classes, per_bound]:
            sys.exit(f'{source} {macros}: {sum(counts)} classes, {counts}, and the table says {classes}, {per_bound}')
        found += 1
    if found < 20:
        sys.exit(f'only {found} rows of {path} are known here')


if __name__ == '__main__':
    if sys.argv[1:2] == ['--check']:
        check(sys.argv[2])
    else:
        for (source, macros), program in PROGRAMS.items():
            counts = bounds(program)
            print(source, '|', macros, '|', sum(counts), '|', *counts)
