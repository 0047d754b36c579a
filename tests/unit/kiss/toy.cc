#include "toy.h"

#include <algorithm>
#include <array>
#include <random>

#include "enumerate.h"

namespace stalemate::kiss {
namespace {

constexpr std::array<const char*, 2> kVariables = {"x", "y"};

int next_history(int history, int value) { return (history * 7 + value + 1) % 10007; }

struct Thread {
  bool created = false, gone = false;  // gone: it may not run again in a balanced execution
  std::size_t at = 0;
  int history = 0;
};

class Interleavings {
 public:
  Interleavings(const Toy& toy, bool balanced_only)
      : toy_(toy), balanced_only_(balanced_only), threads_(toy.size()) {
    threads_[0].created = true;
  }
  Behaviours all() {
    explore();
    return behaviours_;
  }

 private:
  bool finished(std::size_t thread) const { return threads_[thread].at == toy_[thread].size(); }
  const ToyStep& next(std::size_t thread) const { return toy_[thread][threads_[thread].at]; }
  bool active(std::size_t thread) const { return threads_[thread].created && !finished(thread); }

  bool enabled(std::size_t thread) const {
    const ToyStep& step = next(thread);
    if (step.kind == ToyStep::kAcquire) return locks_[static_cast<std::size_t>(step.what)] == 0;
    if (step.kind == ToyStep::kJoin) return finished(static_cast<std::size_t>(step.what));
    return true;
  }

  void note() {
    bool somebody_left = false, somebody_enabled = false;
    for (std::size_t thread = 0; thread < toy_.size(); thread++) {
      if (!active(thread)) continue;
      somebody_left = true;
      somebody_enabled = somebody_enabled || enabled(thread);
      for (std::size_t other = 0; other < thread; other++)
        if (active(other)) note_race(next(thread), next(other));
    }
    if (somebody_left && !somebody_enabled && !finished(0)) behaviours_.deadlock = true;
  }
  void note_race(const ToyStep& one, const ToyStep& other) {
    const auto plain = [](const ToyStep& step) {
      return step.kind == ToyStep::kRead || step.kind == ToyStep::kWrite;
    };
    if (!plain(one) || !plain(other) || one.what != other.what) return;
    if (one.kind == ToyStep::kWrite || other.kind == ToyStep::kWrite) behaviours_.races.insert(one.what);
  }

  // The process ends some time after main's last step.
  void explore() {
    note();
    for (std::size_t thread = 0; thread < toy_.size(); thread++) {
      if (!active(thread) || threads_[thread].gone || !enabled(thread)) continue;
      const Interleavings before = *this;
      if (balanced_only_) go_down_to(thread);
      execute(thread);
      explore();
      Behaviours found = std::move(behaviours_);
      *this = before;
      behaviours_ = std::move(found);
    }
  }

  // A string is balanced when a stack can follow it: a thread that never ran goes on top, one that did gets
  // rid of all above it.
  void go_down_to(std::size_t thread) {
    if (std::find(stack_.begin(), stack_.end(), thread) == stack_.end()) {
      stack_.push_back(thread);
      return;
    }
    while (stack_.back() != thread) {
      threads_[stack_.back()].gone = true;
      stack_.pop_back();
    }
  }

  void execute(std::size_t thread) {
    const ToyStep step = next(thread);
    const auto what = static_cast<std::size_t>(step.what);
    switch (step.kind) {
      case ToyStep::kWrite: variables_[what] = step.value; break;
      case ToyStep::kAdd: variables_[what]++; break;
      case ToyStep::kRead:
        threads_[thread].history = next_history(threads_[thread].history, variables_[what]);
        behaviours_.observed.emplace(static_cast<int>(thread * 100 + threads_[thread].at),
                                     threads_[thread].history);
        break;
      case ToyStep::kAcquire: locks_[what] = 1; break;
      case ToyStep::kRelease: locks_[what] = 0; break;
      case ToyStep::kCreate: threads_[what].created = true; break;
      case ToyStep::kJoin: break;
    }
    threads_[thread].at++;
  }

  Toy toy_;
  bool balanced_only_;
  std::vector<Thread> threads_;
  std::array<int, 2> variables_ = {}, locks_ = {};
  std::vector<std::size_t> stack_;
  Behaviours behaviours_;
};

std::vector<Statement> statements_of(const ToyStep& step, int what_is_observed) {
  const std::string number = std::to_string(step.what), lock = "&lock" + number;
  switch (step.kind) {
    case ToyStep::kWrite: {
      const std::string name = kVariables[static_cast<std::size_t>(step.what)];
      return {write(name + " = " + std::to_string(step.value), name)};
    }
    case ToyStep::kAdd: {
      const std::string name = kVariables[static_cast<std::size_t>(step.what)];
      return {begin(), read("t = " + name, name), write(name + " = t + 1", name), end()};
    }
    case ToyStep::kRead: {
      const std::string name = kVariables[static_cast<std::size_t>(step.what)];
      return {read("t = " + name, name), local("history = (history * 7 + t + 1) % 10007"),
              local("observe(" + std::to_string(what_is_observed) + ", history)")};
    }
    case ToyStep::kAcquire: return {model_call("acquire(" + lock + ")")};
    case ToyStep::kRelease: return {model_call("release(" + lock + ")")};
    case ToyStep::kCreate: return {model_call("create(thread" + number + ", 0)")};
    case ToyStep::kJoin: return {model_call("join(" + number + ")")};
  }
  return {};
}

}  // namespace

Toy random_toy(std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto below = [&](unsigned n) { return static_cast<int>(random() % n); };
  const std::size_t threads = 2 + random() % 2;
  Toy toy(threads);
  for (std::size_t thread = 0; thread < threads; thread++) {
    const int steps = 2 + below(thread == 0 ? 2 : 3);
    for (int i = 0; i < steps; i++) {
      const int pick = below(10);
      const auto kind = pick < 4 ? ToyStep::kRead : pick < 8 ? ToyStep::kWrite : ToyStep::kAdd;
      toy[thread].push_back({kind, below(2), 1 + below(2)});
    }
    if (below(2) == 0) {  // a stretch under a lock, sometimes under two
      const int lock = below(2);
      const bool both = below(3) == 0;
      toy[thread].insert(toy[thread].begin() + below(2), {ToyStep::kAcquire, lock, 0});
      if (both) toy[thread].push_back({ToyStep::kAcquire, 1 - lock, 0});
      if (both) toy[thread].push_back({ToyStep::kRelease, 1 - lock, 0});
      toy[thread].push_back({ToyStep::kRelease, lock, 0});
    }
  }
  for (std::size_t created = threads - 1; created > 0; created--) {
    std::vector<ToyStep>& creator = toy[created == 2 && below(2) == 0 ? 1 : 0];
    creator.insert(creator.begin() + (created == 1 ? below(2) : 0),
                   {ToyStep::kCreate, static_cast<int>(created), 0});
  }
  // Where main creates both, the second comes after the first.
  const auto is_create = [](const ToyStep& step) { return step.kind == ToyStep::kCreate; };
  const auto first = std::find_if(toy[0].begin(), toy[0].end(), is_create);
  const auto second = std::find_if(first + 1, toy[0].end(), is_create);
  if (second != toy[0].end() && first->what > second->what) std::swap(first->what, second->what);
  if (below(2) == 0) toy[0].push_back({ToyStep::kJoin, 1, 0});
  if (below(2) == 0) toy[0].push_back({ToyStep::kRead, below(2), 0});
  return toy;
}

Program program_of(const Toy& toy) {
  Program program;
  program.sources = {"toy.c"};
  program.prototypes = {"void observe(int what, int value)"};
  program.globals = {"int x", "int y", "int lock0", "int lock1"};
  program.functions = {create_model(), join_model(), acquire_model(), release_model()};
  for (std::size_t thread = 0; thread < toy.size(); thread++) {
    std::vector<Statement> body;
    for (std::size_t at = 0; at < toy[thread].size(); at++)
      for (Statement& statement : statements_of(toy[thread][at], static_cast<int>(thread * 100 + at)))
        body.push_back(std::move(statement));
    body.push_back(give_back("0"));
    const std::string name = thread == 0 ? "kiss_main" : "thread" + std::to_string(thread);
    program.functions.push_back(function(thread == 0 ? "int" : "void *", name,
                                         thread == 0 ? "void" : "void *argument",
                                         {"int t = 0", "int history = 0"}, body));
  }
  program.entry = "kiss_main()";
  return program;
}

Behaviours behaviours_of(const Toy& toy, bool balanced_only) {
  return Interleavings(toy, balanced_only).all();
}

std::string shown(const Toy& toy) {
  constexpr std::array<const char*, 7> words = {"write",   "read",   "add", "acquire",
                                                "release", "create", "join"};
  std::string text;
  for (const std::vector<ToyStep>& thread : toy) {
    for (const ToyStep& step : thread)
      text += std::string(words[step.kind]) + " " + std::to_string(step.what) +
              (step.kind == ToyStep::kWrite ? "=" + std::to_string(step.value) : "") + "; ";
    text += "\n";
  }
  return text;
}

}  // namespace stalemate::kiss
