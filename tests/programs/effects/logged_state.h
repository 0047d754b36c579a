// The objects of a program, replayed from one execution log alone: its steps and the effects told of them.
// Says at every point who could act; knows nothing of the runtime, of prefixes or of graphs.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "model/wire/wire.h"

namespace stalemate::test {

enum class Able { kNo, kTimed, kYes };

struct ToldStep {
  OpKind op = OpKind::kNone;
  std::uint64_t object = 0;
};

class ToldState {
 public:
  // What is told besides of one step.
  struct Effects {
    std::vector<wire::Record> own;     // of the step itself
    std::vector<wire::Record> stored;  // and what it has stored
    std::vector<wire::Record> next;    // of what its thread announces next
  };

  void step(const wire::Record& step, const Effects& effects);
  void finish(std::uint32_t thread) { finished_.insert(thread); }
  Able able(std::uint32_t thread, const ToldStep& announced) const;
  // The first thing told that cannot be.
  const std::string& complaint() const { return complaint_; }

 private:
  struct Lock {
    int owner = -1;
    std::uint32_t levels = 0;
    std::map<std::uint32_t, std::uint32_t> readers;
  };
  struct Wait {
    std::uint64_t mutex = 0;
    bool woken = false;
    bool ends_by_itself = false;
  };

  void expect(bool holds, const wire::Record& step, const char* what);
  void lock(const wire::Record& step);
  void unlock(std::uint64_t object);
  void share(const wire::Record& step);
  void sleep(const wire::Record& step, const Effects& effects);
  void wake(const wire::Record& step, const Effects& effects);
  void count(const wire::Record& step, const Effects& effects);
  void announce(const wire::Record& effect);
  bool has(std::uint32_t thread, std::uint64_t object) const;
  bool is_free(std::uint64_t object) const;

  std::map<std::uint64_t, Lock> locks_;
  std::map<std::uint64_t, std::uint32_t> counts_;
  std::map<std::uint64_t, std::uint32_t> called_;  // threads by what joins call them
  std::map<std::uint32_t, Wait> waits_;
  std::map<std::uint32_t, std::uint64_t> again_;  // threads that announce another level of a mutex
  std::set<std::uint32_t> finished_;
  std::string complaint_;
};

}  // namespace stalemate::test
