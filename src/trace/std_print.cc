// Trace to text, with names that a reader of fields can distinguish.
#include <algorithm>
#include <set>

#include "trace/std_format.h"

namespace stalemate::trace {
namespace {

// Each name as one word, no two the same; `also`: a character that may not be in it either.
std::vector<std::string> words_of(const std::vector<std::string>& names, char also = ' ') {
  std::vector<std::string> out;
  std::set<std::string, std::less<>> used;
  for (const std::string& name : names) {
    std::string word = name.empty() ? "_" : name;
    for (char& c : word) {
      const auto byte = static_cast<unsigned char>(c);
      if (byte <= 0x20 || byte == 0x7f || c == '|' || c == also) c = '_';
    }
    std::string unique = word;
    for (int k = 2; !used.insert(unique).second; ++k) unique = word + "~" + std::to_string(k);
    out.push_back(std::move(unique));
  }
  return out;
}

bool is_number(const std::string& text) {
  if (text.empty() || text.size() > 10 || (text.size() > 1 && text[0] == '0')) return false;
  if (!std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; })) return false;
  return text.size() < 10 || text <= "2147483647";
}

// As RAPID reads them: the numbers that they are, else their places in the table, from 1.
std::vector<std::string> location_numbers(const std::vector<std::string>& locations) {
  if (std::ranges::all_of(locations, is_number)) return locations;
  std::vector<std::string> out;
  for (std::size_t i = 1; i <= locations.size(); ++i) out.push_back(std::to_string(i));
  return out;
}

class StdPrinter {
 public:
  explicit StdPrinter(const EventTrace& trace)
      : trace_(trace),
        threads_(words_of(trace.threads)),
        variables_(words_of(trace.variables)),
        locks_(words_of(trace.locks, waits(trace) ? ',' : ' ')),
        conditions_(words_of(trace.conditions)),
        semaphores_(words_of(trace.semaphores)),
        barriers_(words_of(trace.barriers)),
        locations_(location_numbers(trace.locations)) {}

  std::string print() {
    if (trace_.events.empty()) return {};
    for (std::size_t i = 0; i < semaphores_.size(); ++i)
      out_ += threads_[trace_.events[0].thread] + "|sem(" + semaphores_[i] + "," +
              std::to_string(trace_.semaphore_counts[i]) + ")|0\n";
    for (const Event& event : trace_.events) {
      out_ += threads_[event.thread];
      out_ += '|';
      write_operation(event);
      out_ += ")|";
      out_ += locations_[event.location];
      out_ += '\n';
    }
    return std::move(out_);
  }

 private:
  static bool waits(const EventTrace& trace) {
    return std::ranges::any_of(trace.events, [](const Event& e) { return e.kind == EventKind::kWait; });
  }

  void write(const char* op, const std::string& operand) {
    out_ += op;
    out_ += operand;
  }

  void write_pair(const char* op, const Event& event) {
    write(op, conditions_[event.object]);
    out_ += ',';
    out_ += locks_[event.lock];
  }

  void write_barrier(const char* op, const Event& event) {
    write(op, barriers_[event.object]);
    out_ += ',';
    out_ += std::to_string(trace_.barrier_parties[event.object]);
  }

  void write_operation(const Event& event) {
    switch (event.kind) {
      case EventKind::kRead: return write("r(", variables_[event.object]);
      case EventKind::kWrite: return write("w(", variables_[event.object]);
      case EventKind::kUpdate: return write("u(", variables_[event.object]);
      case EventKind::kAcquire: return write("acq(", locks_[event.object]);
      case EventKind::kRelease: return write("rel(", locks_[event.object]);
      case EventKind::kReadAcquire: return write("racq(", locks_[event.object]);
      case EventKind::kReadRelease: return write("rrel(", locks_[event.object]);
      case EventKind::kTryFailed: return write("try(", locks_[event.object]);
      case EventKind::kFork: return write("fork(", threads_[event.object]);
      case EventKind::kJoin: return write("join(", threads_[event.object]);
      case EventKind::kWait: return write_pair("wait(", event);
      case EventKind::kWake: return write_pair(event.timed_out ? "timeout(" : "wake(", event);
      case EventKind::kNotify: return write("notify(", conditions_[event.object]);
      case EventKind::kNotifyAll: return write("notifyall(", conditions_[event.object]);
      case EventKind::kPost: return write("post(", semaphores_[event.object]);
      case EventKind::kDown: return write("down(", semaphores_[event.object]);
      case EventKind::kArrive: return write_barrier("arrive(", event);
      case EventKind::kLeave: return write_barrier("leave(", event);
      case EventKind::kOther: break;
    }
    out_ += "dummy(0";
  }

  const EventTrace& trace_;
  const std::vector<std::string> threads_, variables_, locks_, conditions_, semaphores_, barriers_,
      locations_;
  std::string out_;
};

}  // namespace

std::string print_std(const EventTrace& trace) { return StdPrinter(trace).print(); }

}  // namespace stalemate::trace
