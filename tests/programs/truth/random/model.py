"""What the programs of generate.py do, by brute force, and independently of the tool.

Every interleaving of their steps (S1): creation, start, each operation on an atomic, a mutex, a condition or a semaphore,
join, the end of the process; a step is followed by all local code up to the next one. Preemptions are counted as S3 says.
`outcomes` returns each outcome with the fewest preemptions that lead to it.
"""
import collections

from generate import ATOMICS, MUTEXES, SEMAPHORES
from instructions import codes_of

MASK = 0xFFFFFFFF


def hash_of(values):
    hashed = 1469598103934665603
    for value in values:
        hashed = ((hashed ^ value) * 1099511628211) & 0xFFFFFFFFFFFFFFFF
    return hashed


# A thread: which code, where in it, what it has seen, the value of its last step, values that it has kept, the thread that it created last, whether it
# sleeps (0: no, 1: until it is woken, 2: the same or until its time is up), whether it has ended.
Thread = collections.namedtuple("Thread", "code place seen last kept next child asleep ended")
State = collections.namedtuple("State", "threads atomics owners flag semaphores outcome")


class Machine:
    def __init__(self, program):
        self.codes = codes_of(program)

    def start(self):
        main = Thread(("main", 0), 0, 0, 0, 0, 0, 0, 0, False)
        state = State((main,), (0,) * ATOMICS, (None,) * MUTEXES, 0, (0,) * SEMAPHORES, None)
        return self.run_local(state, 0)

    def instruction(self, state, number):
        thread = state.threads[number]
        return self.codes[thread.code][thread.place]

    def may_run(self, state, number):
        """Enabled, a wait whose time could be up being no matter of it."""
        thread = state.threads[number]
        if thread.ended or thread.asleep:
            return False
        step, *operands = self.instruction(state, number)
        if step == "LOCK":
            return state.owners[operands[0]] is None
        if step == "REACQUIRE":
            return state.owners[0] is None
        if step == "TAKE":
            return state.semaphores[operands[0]] > 0
        if step == "JOIN":
            return state.threads[thread.child].ended
        if step == "JOINED":
            return state.threads[self.number_of(state, operands[0])].ended
        return True

    def number_of(self, state, n):
        return [thread.code for thread in state.threads].index(("thread", n))

    def successors(self, state, number):
        """All states after the thread's next step."""
        thread = state.threads[number]
        if thread.asleep == 2:  # its time is up
            return [self.replace(state, number, thread._replace(asleep=0, last=51))]
        step, *operands = self.instruction(state, number)
        return [self.run_local(after, number) for after in getattr(self, "do_" + step)(state, number, *operands)]

    @staticmethod
    def replace(state, number, thread):
        return state._replace(threads=state.threads[:number] + (thread,) + state.threads[number + 1:])

    def passed(self, state, number, **more):
        thread = state.threads[number]
        return self.replace(state, number, thread._replace(place=thread.place + 1, **more))

    @staticmethod
    def changed(values, at, value):
        return values[:at] + (value,) + values[at + 1:]

    def do_START(self, state, number):
        return [self.passed(state, number)]

    def do_EXIT(self, state, number):
        return [state._replace(outcome=("final", state.threads[number].last))]

    def do_CREATE(self, state, number, kind, n):
        state = self.passed(state, number, child=len(state.threads))
        return [state._replace(threads=state.threads + (Thread((kind, n), 0, 0, 0, 0, 0, 0, 0, False),))]

    def do_JOIN(self, state, number):
        joined = state.threads[state.threads[number].child]
        return [self.passed(state, number, seen=folded(state.threads[number].seen, joined.seen))]

    def do_JOINED(self, state, number, n):
        joined = state.threads[self.number_of(state, n)]
        return [self.passed(state, number, seen=folded(state.threads[number].seen, joined.seen))]

    def do_LOAD(self, state, number, atomic):
        return [self.passed(state, number, last=state.atomics[atomic])]

    def do_STORE(self, state, number, atomic, value):
        return [self.passed(state, number)._replace(atomics=self.changed(state.atomics, atomic, value))]

    def do_ADD(self, state, number, atomic, value):
        old = state.atomics[atomic]
        return [self.passed(state, number, last=old)._replace(atomics=self.changed(state.atomics, atomic, old + value))]

    def do_CAS(self, state, number, atomic, old, new):
        found = state.atomics[atomic]
        after = self.passed(state, number, last=1000 if found == old else found)
        return [after._replace(atomics=self.changed(state.atomics, atomic, new)) if found == old else after]

    def do_CASLAST(self, state, number, atomic, step=1):
        expected = state.threads[number].last
        return self.do_CAS(state, number, atomic, expected, expected + step)

    def do_KEEP(self, state, number, atomic):
        return [self.passed(state, number, kept=state.atomics[atomic])]

    def do_LOADNEXT(self, state, number, atomic):
        return [self.passed(state, number, next=state.atomics[atomic])]

    def do_CASKEPT(self, state, number, atomic, step):
        thread, found = state.threads[number], state.atomics[atomic]
        if found != thread.kept:
            return [self.passed(state, number, last=found, kept=found)]
        return [self.passed(state, number, last=1000, kept=0)._replace(atomics=self.changed(state.atomics, atomic, thread.last + step))]

    def do_RECHECK(self, state, number, atomic):
        same = state.atomics[atomic] == state.threads[number].kept
        return [self.passed(state, number, last=1000 if same else 0, kept=0)]

    def fails(self, state, number):
        """Whether the thread has only looked at something, and would begin that again."""
        thread = state.threads[number]
        step, *operands = self.instruction(state, number)
        return step in ("CASKEPT", "RECHECK") and state.atomics[operands[0]] != thread.kept

    def do_EXCHANGE(self, state, number, atomic, value):
        old = state.atomics[atomic]
        return [self.passed(state, number, last=old)._replace(atomics=self.changed(state.atomics, atomic, value))]

    def do_YIELD(self, state, number):
        return [self.passed(state, number)]

    def waits(self, state, number):
        """Whether the thread, alone, would come back to where it is, and change nothing (S9)."""
        passed, seen = self.without_dead(state, number), set()
        first = passed
        while passed not in seen and passed.outcome is None and self.may_run(passed, number):
            seen.add(passed)
            after = self.successors(passed, number)
            if len(after) != 1 or after[0]._replace(threads=()) != state._replace(threads=()):
                return False
            passed = self.without_dead(after[0], number)
            if passed == first:
                return True
        return False

    def without_dead(self, state, number):
        """The value of the last step, and what it has kept, are used by few kinds of steps only."""
        thread = state.threads[number]
        step = self.instruction(state, number)[0]
        if step in ("CASLAST", "CASKEPT", "RECHECK"):
            return state
        tries = step in ("LOAD", "LOADNEXT")
        return self.replace(state, number, thread._replace(last=0, kept=thread.kept if tries else 0, next=0))

    def do_LOCK(self, state, number, mutex):
        return [self.passed(state, number)._replace(owners=self.changed(state.owners, mutex, number))]

    def do_UNLOCK(self, state, number, mutex):
        return [self.passed(state, number)._replace(owners=self.changed(state.owners, mutex, None))]

    def do_TRYLOCK(self, state, number, mutex):
        if state.owners[mutex] is not None:
            return [self.passed(state, number, last=0)]
        return self.do_LOCK(self.replace(state, number, state.threads[number]._replace(last=1)), number, mutex)

    def do_WAIT(self, state, number, asleep=1):
        return [self.passed(state, number, asleep=asleep, last=50)._replace(owners=self.changed(state.owners, 0, None))]

    def do_TIMEDWAIT(self, state, number):
        return self.do_WAIT(state, number, 2)

    def do_REACQUIRE(self, state, number):
        return self.do_LOCK(state, number, 0)

    def do_SIGNAL(self, state, number):
        after = self.passed(state, number)
        asleep = [n for n, thread in enumerate(state.threads) if thread.asleep]
        return [self.replace(after, n, state.threads[n]._replace(asleep=0)) for n in asleep] or [after]

    def do_BROADCAST(self, state, number):
        after = self.passed(state, number)
        for n, thread in enumerate(state.threads):
            if thread.asleep:
                after = self.replace(after, n, thread._replace(asleep=0))
        return [after]

    def do_POST(self, state, number, semaphore):
        return [self.passed(state, number)._replace(
            semaphores=self.changed(state.semaphores, semaphore, state.semaphores[semaphore] + 1))]

    def do_TAKE(self, state, number, semaphore):
        return [self.passed(state, number)._replace(
            semaphores=self.changed(state.semaphores, semaphore, state.semaphores[semaphore] - 1))]

    def do_TRYTAKE(self, state, number, semaphore):
        if state.semaphores[semaphore] == 0:
            return [self.passed(state, number, last=61)]
        return self.do_TAKE(self.replace(state, number, state.threads[number]._replace(last=60)), number, semaphore)

    def run_local(self, state, number):
        """Up to what the thread announces next."""
        while state.outcome is None:
            thread = state.threads[number]
            if thread.asleep:
                return state
            kind, *operands = self.instruction(state, number)
            if kind[0].isupper():
                return state
            place, seen = thread.place + 1, thread.seen
            if kind == "end":
                return self.replace(state, number, thread._replace(ended=True))
            if kind == "fail":
                return state._replace(outcome=tuple(operands))
            if kind == "outcome":
                hashed = hash_of((seen,) + state.atomics)
                state = self.replace(state, number, thread._replace(place=place, last=hashed))
                continue
            if kind == "jump" or (kind == "unless" and thread.last != operands[0]) or (kind == "unless_flag" and not state.flag):
                place = operands[-1]
            if kind == "fold":
                seen = folded(seen, operands[0])
            if kind == "fold_last":
                seen = folded(seen, thread.last)
            if kind == "fold_next":
                seen = folded(seen, thread.next)
            if kind == "fold_flag":
                seen = folded(seen, state.flag)
            if kind == "set_flag":
                state = state._replace(flag=1)
            state = self.replace(state, number, thread._replace(place=place, seen=seen))
        return state


def folded(seen, value):
    return (seen * 31 + value + 1) & MASK


class TooLarge(Exception):
    pass


def outcomes(program, failures_are_free=True, most_states=60000):
    """Each outcome with its fewest preemptions: ("final", hash), ("check", n), ("exception", n) or ("deadlock",).

    Leaving a thread that only waits is no preemption (S8), nor is leaving one whose attempt has failed, where the tool knows that."""
    machine = Machine(program)
    start = (machine.start(), 0)
    fewest, queue, found = {start: 0}, collections.deque([(start, 0)]), {}
    while queue:
        node, cost = queue.popleft()
        if fewest[node] < cost:
            continue
        if len(fewest) > most_states:
            raise TooLarge()
        state, last = node
        if state.outcome is not None:
            found.setdefault(state.outcome, cost)
            continue
        able = [n for n in range(len(state.threads)) if machine.may_run(state, n)]
        enabled = [n for n in able if not machine.waits(state, n)]
        timed = [n for n, thread in enumerate(state.threads) if thread.asleep == 2]
        if not enabled and not timed:
            found.setdefault(("deadlock",), cost)  # also if threads wait in loops: main waits for them (S9)
            continue
        for number in able + timed:
            price = cost + (number != last and last in enabled and not (failures_are_free and machine.fails(state, last)))
            for after in machine.successors(state, number):
                if fewest.get((after, number), price + 1) > price:
                    fewest[after, number] = price
                    (queue.append if price > cost else queue.appendleft)(((after, number), price))
    return found
