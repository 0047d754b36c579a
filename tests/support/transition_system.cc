#include "transition_system.h"

namespace stalemate::toy {

namespace {

constexpr char kUnborn = 0x7f;

char& value_of(const System& system, State& state, std::uint8_t variable) {
  return state[system.threads.size() + variable];
}

bool has_ended(const System& system, const State& state, std::size_t place) {
  if (state[place] == kUnborn) return false;
  for (const Transition& t : system.threads[place].transitions)
    if (state[place] == static_cast<char>(t.from)) return false;
  return true;
}

bool enabled(const System& system, const State& state, std::size_t place, const Transition& transition) {
  if (state[place] != static_cast<char>(transition.from)) return false;
  if (transition.joins && !has_ended(system, state, *transition.joins)) return false;
  return !transition.when || state[system.threads.size() + transition.when->variable] ==
                                 static_cast<char>(transition.when->value);
}

State after(const System& system, State state, std::size_t place, const Transition& transition) {
  state[place] = static_cast<char>(transition.to);
  if (transition.sets)
    value_of(system, state, transition.sets->variable) = static_cast<char>(transition.sets->value);
  if (transition.creates && state[*transition.creates] == kUnborn) state[*transition.creates] = 0;
  return state;
}

class Generator {
 public:
  Generator(std::mt19937& random, const Wish& wish) : random_(random), wish_(wish) {}

  System system() {
    System system;
    system.variables = static_cast<std::uint8_t>(1 + below(2));
    values_ = 2 + below(2);
    yields_ = 1 + below(6);
    const std::uint32_t threads = 2 + below(wish_.most_threads - 1);
    for (std::uint32_t i = 0; i < threads; ++i)
      system.threads.push_back(thread(i, threads, system.variables));
    return system;
  }

 private:
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_() % n); }
  std::uint8_t byte_below(std::uint32_t n) { return static_cast<std::uint8_t>(below(n)); }
  Cell cell(std::uint8_t variables) { return {byte_below(variables), byte_below(values_)}; }

  Thread thread(std::uint32_t place, std::uint32_t threads, std::uint8_t variables) {
    Thread thread{place * wish_.number_by, place != 0 && below(4) == 0, {}};
    const std::uint32_t states = 1 + below(threads > 3 ? 2 : 4);
    for (std::uint32_t from = 0; from < states; ++from) {
      if (wish_.kind == Kind::kSpinning) {
        spin_or_go_on(static_cast<std::uint8_t>(from), threads, variables, thread.transitions);
        continue;
      }
      for (std::uint32_t n = below(8) == 0 ? 0 : 1 + below(4) / 3 + below(4) / 3; n != 0; --n)
        thread.transitions.push_back(transition(from, states, threads, variables));
    }
    return thread;
  }

  void spin_or_go_on(std::uint8_t from, std::uint32_t threads, std::uint8_t variables,
                     std::vector<Transition>& to) {
    Transition on;
    on.from = from;
    on.to = static_cast<std::uint8_t>(from + 1);
    on.yields = below(12) < yields_ / 2;
    if (below(3) == 0) on.creates = byte_below(threads);
    if (below(3) == 0) {
      on.when = Cell{byte_below(variables), 1};
      Transition spin;
      spin.from = spin.to = from;
      spin.when = Cell{on.when->variable, 0};
      spin.yields = true;
      to.push_back(spin);
    } else if (below(2) == 0) {
      on.sets = Cell{byte_below(variables), 1};
    }
    to.push_back(on);
  }

  // Mostly to the next state, the one after the last of which has no transitions; else anywhere.
  Transition transition(std::uint32_t from, std::uint32_t states, std::uint32_t threads,
                        std::uint8_t variables) {
    Transition t;
    t.from = static_cast<std::uint8_t>(from);
    t.to = static_cast<std::uint8_t>(below(2) == 0 ? from + 1 : below(states + 1));
    if (below(2) == 0) t.when = cell(variables);
    if (below(2) == 0) t.sets = cell(variables);
    t.yields = below(12) < yields_ || (wish_.kind == Kind::kSamaritan && t.to <= t.from);
    if (below(4) == 0) t.creates = byte_below(threads);
    if (below(8) == 0) t.joins = byte_below(threads);
    return t;
  }

  std::mt19937& random_;
  const Wish& wish_;
  std::uint32_t values_ = 2, yields_ = 3;
};

std::string text(const Transition& t) {
  std::string line = std::to_string(t.from) + " -> " + std::to_string(t.to);
  auto cell = [](const Cell& c, const char* sign) {
    return std::string(1, static_cast<char>('x' + c.variable)) + sign + std::to_string(c.value);
  };
  if (t.when) line += "  when " + cell(*t.when, " == ");
  if (t.sets) line += "  " + cell(*t.sets, " = ");
  if (t.creates) line += "  create " + std::to_string(*t.creates);
  if (t.joins) line += "  join " + std::to_string(*t.joins);
  if (t.yields) line += "  yield";
  return line;
}

// Every system that is a little smaller.
std::vector<System> smaller(const System& system) {
  std::vector<System> candidates;
  auto add = [&](auto change) {
    System candidate = system;
    change(candidate);
    candidates.push_back(std::move(candidate));
  };
  if (system.threads.size() > 1)
    add([](System& s) {
      const std::size_t last = s.threads.size() - 1;
      s.threads.pop_back();
      for (Thread& thread : s.threads)
        for (Transition& t : thread.transitions)
          for (auto* thread_of : {&t.creates, &t.joins})
            if (*thread_of == last) thread_of->reset();
    });
  for (std::size_t i = 0; i < system.threads.size(); ++i) {
    if (system.threads[i].late) add([i](System& s) { s.threads[i].late = false; });
    for (std::size_t n = 0; n < system.threads[i].transitions.size(); ++n) {
      const Transition& t = system.threads[i].transitions[n];
      add([i, n](System& s) {
        s.threads[i].transitions.erase(s.threads[i].transitions.begin() + static_cast<std::ptrdiff_t>(n));
      });
      auto with = [&](auto change) { add([&](System& s) { change(s.threads[i].transitions[n]); }); };
      if (t.when) with([](Transition& c) { c.when.reset(); });
      if (t.sets) with([](Transition& c) { c.sets.reset(); });
      if (t.creates) with([](Transition& c) { c.creates.reset(); });
      if (t.joins) with([](Transition& c) { c.joins.reset(); });
      if (t.yields) with([](Transition& c) { c.yields = false; });
    }
  }
  return candidates;
}

}  // namespace

Transition go(std::uint32_t from, std::uint32_t to) {
  Transition t;
  t.from = static_cast<std::uint8_t>(from);
  t.to = static_cast<std::uint8_t>(to);
  return t;
}

Transition yield(std::uint32_t from, std::uint32_t to) {
  Transition t = go(from, to);
  t.yields = true;
  return t;
}

std::string System::text() const {
  std::string all;
  for (const Thread& thread : threads) {
    all += "thread " + std::to_string(thread.number) + (thread.late ? ", late\n" : "\n");
    for (const Transition& t : thread.transitions) all += "  " + toy::text(t) + "\n";
  }
  return all;
}

State initial(const System& system) {
  State state;
  for (const Thread& thread : system.threads) state += thread.late ? kUnborn : '\0';
  return state + State(system.variables, '\0');
}

std::vector<Step> steps(const System& system, const State& state) {
  std::vector<Step> all;
  for (std::size_t place = 0; place < system.threads.size(); ++place)
    for (const Transition& t : system.threads[place].transitions)
      if (enabled(system, state, place, t))
        all.push_back({system.threads[place].number, t.yields, after(system, state, place, t)});
  return all;
}

std::uint32_t existing(const System& system, const State& state) {
  std::uint32_t count = 1;
  for (std::size_t place = 0; place < system.threads.size(); ++place)
    if (state[place] != kUnborn) count = std::max(count, system.threads[place].number + 1);
  return count;
}

System random_system(std::mt19937& random, const Wish& wish) { return Generator(random, wish).system(); }

System shrink(System system, const std::function<bool(const System&)>& fails) {
  for (bool again = true; again;) {
    again = false;
    for (System& candidate : smaller(system)) {
      if (!fails(candidate)) continue;
      system = std::move(candidate);
      again = true;
      break;
    }
  }
  return system;
}

}  // namespace stalemate::toy
