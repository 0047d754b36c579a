"""Random concurrent programs: small trees of statements, and each of them as C++.

A program is a dict: `threads`, a list of bodies, each of which main creates and joins in order; `children`, bodies that a
thread creates and joins itself. A body is a list of statements, a statement a tuple of its kind and operands, bodies inside
of it being lists. Every shared access is atomic or under a lock. Loops are counted, except for those that wait (feature
`wait`), which may wait for ever, and those that try again (feature `attempt`). What a thread reads goes into its result, which main joins; the outcome of an execution is
what all results and variables are in the end, or the check or exception that ended it, or a deadlock: threads wait, in
loops too, and nothing will end that. `model.py` says what the statements mean.
"""
import random

ATOMICS, MUTEXES, SEMAPHORES = 2, 2, 1

# Which statements may be there; those beyond `plain` can be left out by name.
FEATURES = {
    "little": ("store", "add", "if"),
    "plain": ("load", "store", "add", "cas", "lock", "if", "check"),
    "reread": ("reread",),
    "retry": ("retry",),
    "spin": ("spin",),
    "try": ("try",),
    "condition": ("await", "signal"),
    "timed": ("timed", "signal"),
    "semaphore": ("post", "take"),
    "trytake": ("post", "trytake"),
    "spawn": ("spawn",),
    "exception": ("throw", "catch"),
    "leave": ("leave",),
    "wait": ("until", "while", "grab", "swap", "repeat"),
    "attempt": ("pop", "push", "snapshot"),
}


class Generator:
    def __init__(self, seed, features):
        self.random = random.Random(seed)
        self.kinds = sorted({kind for name in features for kind in FEATURES[name]})
        self.places = 0
        self.children = []

    def place(self):
        self.places += 1
        return self.places

    def atomic(self):
        return self.random.randrange(ATOMICS)

    def value(self):
        return self.random.randrange(3)

    def body(self, budget, held, depth):
        statements = []
        while budget > 0:
            statement, cost = self.statement(budget, held, depth)
            budget -= cost
            statements.append(statement)
        return statements

    def statement(self, budget, held, depth):
        """`held`: the mutexes that are locked here, which a thread locks once, and without which nothing blocks."""
        kind = self.random.choice(self.kinds)
        inner = max(1, budget - 2)
        if kind in ("lock", "try"):
            free = [mutex for mutex in range(MUTEXES) if mutex not in held]
            if free and budget > 2 and depth < 2:
                mutex = self.random.choice(free)
                return (kind, mutex, self.body(self.random.randint(1, inner), held | {mutex}, depth + 1)), budget
        elif kind == "if" and depth < 2:
            return (kind, self.atomic(), self.value(), self.body(1, held, depth + 1)), 2
        elif kind in ("check", "throw", "leave") and not held:
            if kind == "leave" and depth:
                return (kind, self.random.choice(("return", "pthread_exit"))), 1
            if kind != "leave":  # not of the value that everything begins with: that would end most programs at once
                return (kind, self.atomic(), self.random.randint(1, 3), self.place()), 1
        elif kind == "catch":
            return (kind, self.atomic(), self.value()), 1
        elif kind in ("reread", "spin"):
            return (kind, self.atomic(), self.value(), self.random.randint(2, 6)), 2
        elif kind == "retry":
            return (kind, self.atomic(), 2), 2
        elif kind in ("until", "swap") and not held:
            return (kind, self.atomic(), self.value(), self.value()), 2
        elif kind == "while" and not held:
            return (kind, self.value(), self.value(), self.random.randrange(2)), 2
        elif kind == "grab" and not held and depth == 0 and budget > 2:
            return (kind, self.atomic(), self.body(self.random.randint(1, inner), held, depth + 1)), budget
        elif kind in FEATURES["attempt"]:
            return (kind, self.atomic(), self.random.randint(1, 2)), 3
        elif kind == "repeat":
            return (kind, self.atomic(), self.random.randint(1, 2)), 2
        elif kind in ("await", "timed", "signal") and not held and budget > 1:
            return ((kind, self.random.choice(("one", "all"))) if kind == "signal" else (kind,)), 2
        elif kind in ("post", "take", "trytake") and (kind != "take" or not held):
            return (kind, self.random.randrange(SEMAPHORES)), 1
        elif kind == "spawn" and not held and depth == 0 and len(self.children) < 1 and budget > 1:
            self.children.append(None)
            self.children[-1] = self.body(1, frozenset(), 1)
            return (kind, len(self.children) - 1), 2
        elif kind in ("store", "add", "cas"):
            return (kind, self.atomic(), self.value(), self.value()), 1
        return ("load", self.atomic()), 1

    def program(self):
        count = self.random.choice((2, 2, 3))
        size = 7 if count == 2 else 4
        threads = [self.body(self.random.randint(2, size), frozenset(), 0) for _ in range(count)]
        return {"threads": threads, "children": self.children}


def generate(seed, features):
    return Generator(seed, features).program()


def smaller(program):
    """Every program with one thread, one statement or one level of nesting less."""
    for n in range(len(program["threads"])):
        if len(program["threads"]) > 1:
            yield dict(program, threads=program["threads"][:n] + program["threads"][n + 1:])
    for part in ("threads", "children"):
        for n, body in enumerate(program[part]):
            for less in smaller_bodies(body):
                yield dict(program, **{part: program[part][:n] + [less] + program[part][n + 1:]})


def smaller_bodies(body):
    for n, statement in enumerate(body):
        yield body[:n] + body[n + 1:]
        if isinstance(statement[-1], list):
            yield body[:n] + statement[-1] + body[n + 1:]
            for less in smaller_bodies(statement[-1]):
                yield body[:n] + [statement[:-1] + (less,)] + body[n + 1:]


# ---- as C++

HEAD = """// Made by tests/programs/truth/random.
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stalemate/stalemate.h>
#include <time.h>
#include <atomic>
#include <cstdlib>

namespace programs {  // not unnamed: a compiler knows the values of variables that nothing else can write

struct Ended {};

timespec soon() {
  timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  now.tv_sec += 1;
  return now;
}

unsigned long long hash_of(const unsigned* values, int count) {
  unsigned long long hash = 1469598103934665603u;
  for (int i = 0; i < count; ++i) hash = (hash ^ values[i]) * 1099511628211u;
  return hash;
}

"""


def lines_of(body, indent):
    lines = []

    def emit(text):
        lines.append("  " * indent + text)

    for statement in body:
        kind, operands = statement[0], statement[1:]
        if kind == "load":
            emit(f"fold(a[{operands[0]}].load());")
        elif kind == "store":
            emit(f"a[{operands[0]}].store({operands[1]});")
        elif kind == "add":
            emit(f"fold(a[{operands[0]}].fetch_add({operands[1]}));")
        elif kind == "cas":
            emit(f"{{ unsigned e = {operands[1]}; fold(a[{operands[0]}].compare_exchange_strong(e, {operands[2]}) ? 1000 : e); }}")
        elif kind == "lock":
            emit(f"pthread_mutex_lock(&m[{operands[0]}]);")
            lines += lines_of(operands[1], indent)
            emit(f"pthread_mutex_unlock(&m[{operands[0]}]);")
        elif kind == "try":
            emit(f"if (pthread_mutex_trylock(&m[{operands[0]}]) == 0) {{")
            lines += lines_of(operands[1], indent + 1)
            emit(f"  pthread_mutex_unlock(&m[{operands[0]}]);")
            emit("} else {")
            emit("  fold(20);")
            emit("}")
        elif kind == "if":
            emit(f"if (a[{operands[0]}].load() == {operands[1]}u) {{")
            lines += lines_of(operands[2], indent + 1)
            emit("}")
        elif kind == "check":
            emit(f'stalemate::expect(a[{operands[0]}].load() != {operands[1]}u, "check {operands[2]};");')
        elif kind == "throw":
            emit(f"if (a[{operands[0]}].load() == {operands[1]}u) throw {operands[2]};")
        elif kind == "catch":
            emit(f"try {{ if (a[{operands[0]}].load() == {operands[1]}u) throw Ended(); fold(30); }} catch (const Ended&) {{ fold(31); }}")
        elif kind == "leave":
            emit("return result();" if operands[0] == "return" else "pthread_exit(result());")
        elif kind == "reread":
            emit(f"for (int i = 0; i < {operands[2]}; ++i) fold(a[{operands[0]}].load());")
        elif kind == "spin":
            emit(f"{{ int i = 0; while (i < {operands[2]} && a[{operands[0]}].load() != {operands[1]}u) ++i; fold(i); }}")
        elif kind == "retry":
            emit(f"for (int i = 0; i < {operands[1]}; ++i) {{ unsigned e = a[{operands[0]}].load(); "
                 f"if (a[{operands[0]}].compare_exchange_strong(e, e + 1)) break; fold(40); }}")
        elif kind == "until":
            emit(f"while (a[{operands[0]}].load() != {operands[1]}u) {{}}")
        elif kind == "while":
            pause = " sched_yield(); " if operands[2] else ""
            emit(f"while (a[0].load() == {operands[0]}u && a[1].load() == {operands[1]}u) {{{pause}}}")
        elif kind == "grab":
            emit(f"while (a[{operands[0]}].exchange(7) == 7) {{}}")
            lines += lines_of(operands[1], indent)
            emit(f"a[{operands[0]}].store(0);")
        elif kind == "swap":
            emit(f"for (unsigned e = {operands[1]}; !a[{operands[0]}].compare_exchange_strong(e, {operands[2]}); e = {operands[1]}) {{}}")
        elif kind == "repeat":
            emit(f"for (;;) {{ unsigned e = a[{operands[0]}].load(); if (a[{operands[0]}].compare_exchange_strong(e, e + {operands[1]})) break; }}")
        elif kind == "pop":
            emit(f"for (;;) {{ unsigned e = a[{operands[0]}].load(); const unsigned other = a[{1 - operands[0]}].load(); "
                 f"if (a[{operands[0]}].compare_exchange_strong(e, other + {operands[1]})) break; }}")
        elif kind == "push":
            emit(f"for (unsigned e = a[{operands[0]}].load(); "
                 f"!a[{operands[0]}].compare_exchange_strong(e, a[{1 - operands[0]}].load() + {operands[1]});) {{}}")
        elif kind == "snapshot":
            emit(f"for (;;) {{ const unsigned e = a[{operands[0]}].load(), other = a[{1 - operands[0]}].load(); "
                 f"if (a[{operands[0]}].load() == e) {{ fold(other); break; }} }}")
        elif kind == "await":
            emit("pthread_mutex_lock(&m[0]); while (!flag) pthread_cond_wait(&c, &m[0]); pthread_mutex_unlock(&m[0]);")
        elif kind == "timed":
            emit("{ const timespec until = soon(); pthread_mutex_lock(&m[0]); "
                 "if (!flag) fold(pthread_cond_timedwait(&c, &m[0], &until) == 0 ? 50 : 51); "
                 "fold(flag); pthread_mutex_unlock(&m[0]); }")
        elif kind == "signal":
            call = "signal" if operands[0] == "one" else "broadcast"
            emit(f"pthread_mutex_lock(&m[0]); flag = 1; pthread_cond_{call}(&c); pthread_mutex_unlock(&m[0]);")
        elif kind == "post":
            emit(f"sem_post(&s[{operands[0]}]);")
        elif kind == "take":
            emit(f"sem_wait(&s[{operands[0]}]);")
        elif kind == "trytake":
            emit(f"fold(sem_trywait(&s[{operands[0]}]) == 0 ? 60 : 61);")
        elif kind == "spawn":
            emit(f"{{ pthread_t t; pthread_create(&t, nullptr, child{operands[0]}, nullptr); join(t); }}")
        else:
            raise ValueError(kind)
    return lines


# Locals of every function.
FOLD = ("unsigned seen = 0; const auto fold = [&seen](unsigned v) { seen = seen * 31 + v + 1; }; "
        "const auto result = [&seen] { return reinterpret_cast<void*>(static_cast<unsigned long>(seen)); }; "
        "const auto join = [&](pthread_t t) { void* r; pthread_join(t, &r); "
        "fold(static_cast<unsigned>(reinterpret_cast<unsigned long>(r))); }; (void)fold; (void)result; (void)join;")


def function(name, body):
    return [f"void* {name}(void*) {{", f"  {FOLD}"] + lines_of(body, 1) + ["  return result();", "}"]


def as_cxx(number, program, expected):
    """`expected`: hashes of the outcomes that there can be; another one is a finding of its own."""
    lines = [f"namespace p{number} {{",
             f"std::atomic<unsigned> a[{ATOMICS}]; pthread_mutex_t m[{MUTEXES}] = {{PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER}};",
             f"pthread_cond_t c = PTHREAD_COND_INITIALIZER; unsigned flag; sem_t s[{SEMAPHORES}];"]
    for n, body in enumerate(program["children"]):
        lines += function(f"child{n}", body)
    for n, body in enumerate(program["threads"]):
        lines += function(f"thread{n}", body)
    threads = len(program["threads"])
    lines += ["int run() {", f"  {FOLD}", "  for (sem_t& each : s) sem_init(&each, 0, 0);", f"  pthread_t t[{threads}];"]
    lines += [f"  pthread_create(&t[{n}], nullptr, thread{n}, nullptr);" for n in range(threads)]
    lines += [f"  join(t[{n}]);" for n in range(threads)]
    values = ", ".join(f"a[{n}].load()" for n in range(ATOMICS))
    hashes = ", ".join(f"{each}u" for each in sorted(expected)) or "0"
    lines += [f"  const unsigned values[] = {{seen, {values}}};",
              f"  const unsigned long long hash = hash_of(values, {ATOMICS + 1}), expected[] = {{{hashes}}};",
              "  bool known = false;",
              "  for (const unsigned long long each : expected) known = known || each == hash;",
              '  stalemate::expect(known, "check 0;");',
              "  stalemate::state(hash);",
              "  return 0;", "}", f"}}  // namespace p{number}", ""]
    return "\n".join(lines)


def file_of(programs):
    """Of pairs of a program and its expected hashes: one file, whose argument chooses."""
    text = HEAD + "\n".join(as_cxx(n, program, expected) for n, (program, expected) in enumerate(programs))
    cases = "\n".join(f"    case {n}: return programs::p{n}::run();" for n in range(len(programs)))
    return text + f"\n}}  // namespace programs\n\nint main(int, char** words) {{\n  switch (std::atoi(words[1])) {{\n{cases}\n  }}\n  return 2;\n}}\n"
