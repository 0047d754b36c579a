"""The programs of generate.py as instructions for the machine of model.py, one list for each body."""


class Code:
    """Bodies as instructions: steps are upper case, local ones lower case."""

    def __init__(self):
        self.instructions = []

    def emit(self, *instruction):
        self.instructions.append(instruction)
        return len(self.instructions) - 1

    def here(self):
        return len(self.instructions)

    def patch(self, at, target):
        self.instructions[at] = self.instructions[at][:-1] + (target,)

    def body(self, body):
        for statement in body:
            getattr(self, "on_" + statement[0])(*statement[1:])

    def unless(self, *test):
        """A jump that is taken where the test does not hold; its target comes later."""
        return self.emit(*test, None)

    def on_load(self, atomic):
        self.emit("LOAD", atomic)
        self.emit("fold_last")

    def on_store(self, atomic, value, _):
        self.emit("STORE", atomic, value)

    def on_add(self, atomic, value, _):
        self.emit("ADD", atomic, value)
        self.emit("fold_last")

    def on_cas(self, atomic, old, new):
        self.emit("CAS", atomic, old, new)
        self.emit("fold_last")

    def on_lock(self, mutex, body):
        self.emit("LOCK", mutex)
        self.body(body)
        self.emit("UNLOCK", mutex)

    def on_try(self, mutex, body):
        self.emit("TRYLOCK", mutex)
        failed = self.unless("unless", 1)
        self.body(body)
        self.emit("UNLOCK", mutex)
        over = self.emit("jump", None)
        self.patch(failed, self.here())
        self.emit("fold", 20)
        self.patch(over, self.here())

    def on_if(self, atomic, value, body):
        self.emit("LOAD", atomic)
        skip = self.unless("unless", value)
        self.body(body)
        self.patch(skip, self.here())

    def fails(self, kind, atomic, value, place):
        self.emit("LOAD", atomic)
        skip = self.unless("unless", value)
        self.emit("fail", kind, place)
        self.patch(skip, self.here())

    def on_check(self, atomic, value, place):
        self.fails("check", atomic, value, place)

    def on_throw(self, atomic, value, place):
        self.fails("exception", atomic, value, place)

    def on_catch(self, atomic, value):
        self.emit("LOAD", atomic)
        skip = self.unless("unless", value)
        self.emit("fold", 31)
        over = self.emit("jump", None)
        self.patch(skip, self.here())
        self.emit("fold", 30)
        self.patch(over, self.here())

    def on_leave(self, _):
        self.emit("end")

    def on_reread(self, atomic, _, times):
        for _ in range(times):
            self.on_load(atomic)

    def on_spin(self, atomic, value, times):
        left = []
        for n in range(times):
            self.emit("LOAD", atomic)
            again = self.unless("unless", value)
            self.emit("fold", n)
            left.append(self.emit("jump", None))
            self.patch(again, self.here())
        self.emit("fold", times)
        for each in left:
            self.patch(each, self.here())

    def on_retry(self, atomic, times):
        left = []
        for _ in range(times):
            self.emit("LOAD", atomic)
            self.emit("CASLAST", atomic)
            failed = self.unless("unless", 1000)
            left.append(self.emit("jump", None))
            self.patch(failed, self.here())
            self.emit("fold", 40)
        for each in left:
            self.patch(each, self.here())

    def on_until(self, atomic, value, _):
        again = self.emit("LOAD", atomic)
        self.emit("unless", value, again)

    def on_while(self, first, second, pauses):
        again = self.emit("LOAD", 0)
        out = [self.unless("unless", first)]
        self.emit("LOAD", 1)
        out.append(self.unless("unless", second))
        if pauses:
            self.emit("YIELD")
        self.emit("jump", again)
        for each in out:
            self.patch(each, self.here())

    def on_grab(self, atomic, body):
        again = self.emit("EXCHANGE", atomic, 7)
        out = self.unless("unless", 7)
        self.emit("jump", again)
        self.patch(out, self.here())
        self.body(body)
        self.emit("STORE", atomic, 0)

    def on_swap(self, atomic, old, new):
        again = self.emit("CAS", atomic, old, new)
        self.emit("unless", 1000, again)

    def on_repeat(self, atomic, step):
        again = self.emit("LOAD", atomic)
        self.emit("CASLAST", atomic, step)
        self.emit("unless", 1000, again)

    def on_pop(self, atomic, step):
        again = self.emit("KEEP", atomic)
        self.emit("LOAD", 1 - atomic)
        self.emit("CASKEPT", atomic, step)
        self.emit("unless", 1000, again)

    def on_push(self, atomic, step):
        self.emit("KEEP", atomic)
        again = self.emit("LOAD", 1 - atomic)
        self.emit("CASKEPT", atomic, step)
        self.emit("unless", 1000, again)

    def on_snapshot(self, atomic, _):
        again = self.emit("KEEP", atomic)
        self.emit("LOADNEXT", 1 - atomic)
        self.emit("RECHECK", atomic)
        self.emit("unless", 1000, again)
        self.emit("fold_next")

    def on_await(self):
        self.emit("LOCK", 0)
        again = self.here()
        out = self.emit("unless_flag", None)
        over = self.emit("jump", None)
        self.patch(out, self.here())
        self.emit("WAIT")
        self.emit("REACQUIRE")
        self.emit("jump", again)
        self.patch(over, self.here())
        self.emit("UNLOCK", 0)

    def on_timed(self):
        self.emit("LOCK", 0)
        out = self.emit("unless_flag", None)
        over = self.emit("jump", None)
        self.patch(out, self.here())
        self.emit("TIMEDWAIT")
        self.emit("REACQUIRE")
        self.emit("fold_last")
        self.patch(over, self.here())
        self.emit("fold_flag")
        self.emit("UNLOCK", 0)

    def on_signal(self, whom):
        self.emit("LOCK", 0)
        self.emit("set_flag")
        self.emit("SIGNAL" if whom == "one" else "BROADCAST")
        self.emit("UNLOCK", 0)

    def on_post(self, semaphore):
        self.emit("POST", semaphore)

    def on_take(self, semaphore):
        self.emit("TAKE", semaphore)

    def on_trytake(self, semaphore):
        self.emit("TRYTAKE", semaphore)
        self.emit("fold_last")

    def on_spawn(self, child):
        self.emit("CREATE", "child", child)
        self.emit("JOIN")

    def finish(self):
        self.emit("end")
        return self.instructions


def codes_of(program):
    codes = {}
    for part, name in (("threads", "thread"), ("children", "child")):
        for n, body in enumerate(program[part]):
            code = Code()
            code.emit("START")
            code.body(body)
            codes[name, n] = code.finish()
    main = Code()
    for n in range(len(program["threads"])):
        main.emit("CREATE", "thread", n)
    for n in range(len(program["threads"])):
        main.emit("JOINED", n)
    main.emit("outcome")
    main.emit("EXIT")
    codes["main", 0] = main.finish()
    return codes
