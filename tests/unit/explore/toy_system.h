// A transition system small enough to be enumerated, and a worker for it: threads are lists of operations on
// variables and mutexes, with creation, joins, data choices, branches and timed waits. It runs a work item
// exactly as the worker of a real program would, and writes a real log. Paths and enabled sets are computed
// in the plainest way, without any code of the explorer.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "explore/work_item.h"
#include "model/log_view.h"

namespace stalemate::toy {

struct Op {
  enum Kind {
    kAdd,         // step: variable a += b
    kLock,        // step: mutex a
    kUnlock,      // step: mutex a
    kCreate,      // step: a thread with body a
    kJoin,        // step: the a-th child of this thread; nothing if there is none
    kTimed,       // step: a timed wait that times out
    kCrash,       // step: the process dies
    kExit,        // step: the process ends
    kChoose,      // local: variable a = choose(b)
    kSkipUnless,  // local: skip c operations unless variable a is b (mod 3)
  };
  Kind kind = kAdd;
  int a = 0, b = 0, c = 0;
};

using Body = std::vector<Op>;

struct Program {
  std::vector<Body> bodies;  // a body creates only later ones; main runs bodies[0]
  int initial = 1;           // threads that exist from the start, running bodies[0], bodies[1], …
  bool starts = true;        // a created thread takes a start step
  std::string text() const;
};

// One choice: the path of a thread, or a value.
using Choice = std::vector<std::uint32_t>;

class State {
 public:
  explicit State(const Program& program);

  bool over() const { return over_; }
  bool crashed() const { return crashed_; }
  std::uint32_t alternatives() const { return alternatives_; }  // of a data point; 0 = not at one
  bool enabled(std::size_t thread) const;
  bool timed(std::size_t thread) const;
  bool finished(std::size_t thread) const { return threads_[thread].finished; }
  std::size_t threads() const { return threads_.size(); }
  bool all_finished() const;
  const Choice& path(std::size_t thread) const { return threads_[thread].path; }
  std::vector<std::size_t> enabled_by_path() const;

  // The record of the step, without its enabled set.
  wire::Record step(std::size_t thread);
  void choose(std::uint32_t value);
  // Kind and object of the step to come.
  wire::Record announced(std::size_t thread) const;

 private:
  struct Thread {
    const Body* body = nullptr;
    std::size_t pc = 0;
    bool unstarted = false;
    bool finished = false;
    Choice path;
    std::vector<std::size_t> children;
  };
  void run_local();
  void run_local(std::size_t thread);
  std::size_t add(const Body& body, const Choice& path);

  const Program* program_;
  std::vector<Thread> threads_;
  std::vector<int> variables_ = std::vector<int>(8);
  std::vector<int> owner_ = std::vector<int>(8, -1);
  std::uint32_t alternatives_ = 0;
  std::vector<std::size_t> local_;  // threads with local code to run; the first may be choosing
  bool over_ = false, crashed_ = false;
};

// The enabled threads from the one whose turn it is, cyclically by path: `last` while it can go on, else the
// next one behind it.
std::vector<std::size_t> in_turn(const State& state, std::size_t last);

// A log that owns its bytes.
struct Log {
  wire::LogHeader header;
  std::vector<wire::Record> records;
  std::vector<Choice> choices;
  LogView view() const { return {&header, records, {}}; }
};

Log run(const Program& program, const explore::WorkItem& item);

}  // namespace stalemate::toy
