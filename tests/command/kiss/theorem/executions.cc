#include "executions.h"

#include <array>
#include <string>
#include <unordered_set>

namespace theorem {
namespace {

constexpr std::size_t kMostStates = 400'000;

// Threads as a machine runs them. The first group are steps; the rest happens in between.
struct Instruction {
  enum class Kind : std::uint8_t {
    kRead,  // into `to`
    kWrite,
    kAtomicAdd,
    kLock,
    kUnlock,
    kCreate,
    kJoin,
    kMove,             // to = from + number
    kJumpUnlessEqual,  // from != number: to `target`
    kJump,
    kAssertDiffers,  // from != number
    kNote,           // the end of main
    kEnd,
  };
  Kind kind = Kind::kEnd;
  int variable = 0, number = 0;
  int to = 0, from = 0;  // registers: 0 is the local integer, 1 is for expressions
  std::size_t target = 0;
};
using Code = std::vector<Instruction>;
using Do = Instruction::Kind;

bool is_step(Do kind) { return kind <= Do::kJoin; }

class Lowerer {
 public:
  Code lower(const Body& body, bool is_main, const std::optional<std::pair<int, int>>& never) {
    add(body);
    if (is_main) {
      code_.push_back({.kind = Do::kNote});
      if (never) add_never(*never);
    }
    code_.push_back({.kind = Do::kEnd});
    return std::move(code_);
  }

 private:
  void add(const Body& body) {
    for (const Statement& statement : body) add(statement);
  }
  void read(int variable, int to) { code_.push_back({.kind = Do::kRead, .variable = variable, .to = to}); }
  void move(int from, int number, int to) {
    code_.push_back({.kind = Do::kMove, .number = number, .to = to, .from = from});
  }
  void write(int variable, int from) {
    code_.push_back({.kind = Do::kWrite, .variable = variable, .from = from});
  }

  void add_never(std::pair<int, int> never) {
    read(0, 1);
    const std::size_t first = jump_unless(1, never.first);
    read(1, 1);
    const std::size_t second = jump_unless(1, never.second);
    code_.push_back({.kind = Do::kAssertDiffers, .number = never.second, .from = 1});
    code_[first].target = code_[second].target = code_.size();
  }
  std::size_t jump_unless(int from, int number) {
    code_.push_back({.kind = Do::kJumpUnlessEqual, .number = number, .from = from});
    return code_.size() - 1;
  }

  void branch(const Statement& s, int from) {
    const std::size_t other = jump_unless(from, s.number);
    add(s.body);
    code_.push_back({.kind = Do::kJump});
    const std::size_t over = code_.size() - 1;
    code_[other].target = code_.size();
    add(s.otherwise);
    code_[over].target = code_.size();
  }

  void add(const Statement& s) {
    using Kind = Statement::Kind;
    switch (s.kind) {
      case Kind::kSet:
        code_.push_back({.kind = Do::kWrite, .variable = s.variable, .number = s.number, .from = -1});
        break;
      case Kind::kCopy:
        read(s.other, 1);
        move(1, s.number, 1);
        write(s.variable, 1);
        break;
      case Kind::kIncrement:
        read(s.variable, 1);
        move(1, s.number, 1);
        write(s.variable, 1);
        break;
      case Kind::kAtomicAdd:
        code_.push_back({.kind = Do::kAtomicAdd, .variable = s.variable, .number = s.number});
        break;
      case Kind::kLoad: read(s.variable, 0); break;
      case Kind::kStore:
        move(0, s.number, 1);
        write(s.variable, 1);
        break;
      case Kind::kIf:
        read(s.variable, 1);
        branch(s, 1);
        break;
      case Kind::kIfLocal: branch(s, 0); break;
      case Kind::kTwice:
        add(s.body);
        add(s.body);
        break;
      case Kind::kLocked:
        code_.push_back({.kind = Do::kLock, .variable = s.variable});
        add(s.body);
        code_.push_back({.kind = Do::kUnlock, .variable = s.variable});
        break;
      case Kind::kAssert:
        read(s.variable, 1);
        code_.push_back({.kind = Do::kAssertDiffers, .number = s.number, .from = 1});
        break;
      case Kind::kAssertLocal:
        code_.push_back({.kind = Do::kAssertDiffers, .number = s.number, .from = 0});
        break;
      case Kind::kCreate: code_.push_back({.kind = Do::kCreate, .number = s.number}); break;
      case Kind::kJoin: code_.push_back({.kind = Do::kJoin, .number = s.number}); break;
    }
  }

  Code code_;
};

constexpr std::size_t kThreads = 3;

struct Thread {
  std::int32_t at = 0;
  std::array<std::int32_t, 2> registers{};
  bool created = false;
};

struct State {
  std::array<std::int32_t, 2> variables{}, mutexes{};
  std::array<Thread, kThreads> threads{};
  // Section 4.1: who has begun and may still go on, the one that runs last.
  std::array<std::int8_t, kThreads> stack{};
  std::int8_t depth = 0;
  std::int8_t begun = 0;  // bits
  std::int8_t last = 0, switches = 0;

  std::string key() const {
    std::string text;
    const auto add = [&](std::int64_t value) { text.append(reinterpret_cast<const char*>(&value), 4); };
    for (const auto value : variables) add(value);
    for (const auto value : mutexes) add(value);
    for (const Thread& thread : threads) {
      add(thread.at * 2 + (thread.created ? 1 : 0));
      for (const auto value : thread.registers) add(value);
    }
    for (std::int8_t i = 0; i < depth; ++i) add(stack[static_cast<std::size_t>(i)]);
    add(100 + begun);
    add(100 + last * 16 + switches);
    return text;
  }
};

class Search {
 public:
  Search(const Program& program, Which which) : which_(which) {
    for (std::size_t i = 0; i < program.threads.size(); ++i)
      codes_.push_back(Lowerer().lower(program.threads[i], i == 0, program.never));
  }

  Behaviours run() {
    State first;
    first.threads[0].created = true;
    if (goes_on(first, 0)) visit(first);
    return found_;
  }

 private:
  const Instruction& next(const State& state, std::size_t thread) const {
    return codes_[thread][static_cast<std::size_t>(state.threads[thread].at)];
  }

  // What a thread does by itself up to its next step. False: an assertion failed.
  bool goes_on(State& state, std::size_t thread) {
    Thread& me = state.threads[thread];
    for (;;) {
      const Instruction& in = next(state, thread);
      if (is_step(in.kind) || in.kind == Do::kEnd) return true;
      ++me.at;
      const auto from = me.registers[static_cast<std::size_t>(in.from)];
      switch (in.kind) {
        case Do::kMove: me.registers[static_cast<std::size_t>(in.to)] = from + in.number; break;
        case Do::kJumpUnlessEqual:
          if (from != in.number) me.at = static_cast<std::int32_t>(in.target);
          break;
        case Do::kJump: me.at = static_cast<std::int32_t>(in.target); break;
        case Do::kAssertDiffers:
          if (from == in.number) {
            found_.fails = true;
            return false;
          }
          break;
        case Do::kNote: found_.ends.insert({state.variables[0], state.variables[1]}); break;
        default: break;
      }
    }
  }

  bool can_step(const State& state, std::size_t thread) const {
    if (!state.threads[thread].created) return false;
    const Instruction& in = next(state, thread);
    if (in.kind == Do::kEnd) return false;
    if (in.kind == Do::kLock) return state.mutexes[static_cast<std::size_t>(in.variable)] == 0;
    if (in.kind == Do::kJoin) return has_ended(state, static_cast<std::size_t>(in.number));
    return true;
  }
  bool has_ended(const State& state, std::size_t thread) const {
    return state.threads[thread].created && next(state, thread).kind == Do::kEnd;
  }

  // False: this step is outside of what is asked for.
  bool account(State& state, std::size_t thread) const {
    const auto me = static_cast<std::int8_t>(thread);
    if (state.begun != 0 && state.last != me) ++state.switches;
    state.last = me;
    if (which_ == Which::kTwoSwitches) {
      state.begun = 1;
      return state.switches <= 2;
    }
    state.switches = 0;
    state.last = 0;
    if (which_ == Which::kAll) return true;
    const auto bit = static_cast<std::int8_t>(1 << thread);
    if ((state.begun & bit) == 0) {
      state.begun = static_cast<std::int8_t>(state.begun | bit);
      state.stack[static_cast<std::size_t>(state.depth++)] = me;
      return true;
    }
    // Whoever began after me and has not ended is over for good.
    while (state.depth > 0 && state.stack[static_cast<std::size_t>(state.depth - 1)] != me) {
      const auto over = static_cast<std::size_t>(state.stack[static_cast<std::size_t>(--state.depth)]);
      if (which_ == Which::kToTheEnd && !has_ended(state, over)) return false;
    }
    return state.depth > 0;
  }

  bool step(State& state, std::size_t thread) {
    Thread& me = state.threads[thread];
    const Instruction& in = next(state, thread);
    ++me.at;
    const auto place = static_cast<std::size_t>(in.variable);
    switch (in.kind) {
      case Do::kRead: me.registers[static_cast<std::size_t>(in.to)] = state.variables[place]; break;
      case Do::kWrite:
        state.variables[place] = in.from < 0 ? in.number : me.registers[static_cast<std::size_t>(in.from)];
        break;
      case Do::kAtomicAdd: state.variables[place] += in.number; break;
      case Do::kLock: state.mutexes[place] = 1; break;
      case Do::kUnlock: state.mutexes[place] = 0; break;
      case Do::kCreate: {
        const auto made = static_cast<std::size_t>(in.number);
        state.threads[made].created = true;
        if (!goes_on(state, made)) return false;
        break;
      }
      default: break;
    }
    return goes_on(state, thread);
  }

  void note_races(const State& state) {
    for (std::size_t i = 0; i < codes_.size(); ++i)
      for (std::size_t k = i + 1; k < codes_.size(); ++k) {
        if (!state.threads[i].created || !state.threads[k].created) continue;
        const Instruction &a = next(state, i), &b = next(state, k);
        if (a.kind > Do::kAtomicAdd || b.kind > Do::kAtomicAdd || a.variable != b.variable) continue;
        if (a.kind == Do::kRead && b.kind == Do::kRead) continue;
        if (a.kind == Do::kAtomicAdd && b.kind == Do::kAtomicAdd) continue;
        found_.races.insert(a.variable);
      }
  }

  void visit(const State& state) {
    if (found_.too_large || !seen_.insert(state.key()).second) return;
    if (seen_.size() > kMostStates) {
      found_.too_large = true;
      return;
    }
    note_races(state);
    bool any = false, all_ended = true;
    for (std::size_t thread = 0; thread < codes_.size(); ++thread) {
      all_ended = all_ended && (!state.threads[thread].created || has_ended(state, thread));
      if (!can_step(state, thread)) continue;
      any = true;
      State then = state;
      if (account(then, thread) && step(then, thread)) visit(then);
    }
    // The end of main is the end of all.
    if (!any && !all_ended && !has_ended(state, 0)) found_.deadlock = true;
  }

  Which which_;
  std::vector<Code> codes_;
  std::unordered_set<std::string> seen_;
  Behaviours found_;
};

}  // namespace

Behaviours behaviours_of(const Program& program, Which which) { return Search(program, which).run(); }

}  // namespace theorem
