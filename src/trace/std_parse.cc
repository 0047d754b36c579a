// Text to trace. One pass over the bytes: fields are found by memchr, names are read as characters only when
// they are new.
#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>

#include "trace/name_table.h"
#include "trace/std_format.h"

namespace stalemate::trace {
namespace {

constexpr std::size_t kLongestLine = 65536;
constexpr std::size_t kThreadLimit = 65535;

bool is_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = static_cast<unsigned char>(text[i++]);
    if (byte < 0x80) continue;
    const int more = byte >= 0xc2 && byte < 0xe0   ? 1
                     : byte >= 0xe0 && byte < 0xf0 ? 2
                     : byte >= 0xf0 && byte < 0xf5 ? 3
                                                   : 0;
    if (more == 0 || i + static_cast<std::size_t>(more) > text.size()) return false;
    std::uint32_t code = byte & (0x3fu >> more);
    for (int k = 0; k < more; ++k, ++i) {
      const auto next = static_cast<unsigned char>(text[i]);
      if ((next & 0xc0) != 0x80) return false;
      code = code << 6 | (next & 0x3f);
    }
    if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return false;
    if ((more == 2 && code < 0x800) || (more == 3 && code < 0x10000)) return false;
  }
  return true;
}

bool is_word(std::string_view text) {
  return !text.empty() && std::ranges::none_of(text, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte <= 0x20 || byte == 0x7f;
  });
}

enum class Op : std::uint8_t {
  kUnknown,
  kRead,
  kWrite,
  kUpdate,
  kAcquire,
  kRelease,
  kReadAcquire,
  kReadRelease,
  kTry,
  kFork,
  kJoin,
  kWait,
  kWake,
  kTimeout,
  kNotify,
  kNotifyAll,
  kPost,
  kDown,
  kSemaphore,
  kArrive,
  kLeave,
  kOther,
};

struct OpName {
  std::string_view name;
  Op op;
};

constexpr OpName kOps[] = {
    {"acq", Op::kAcquire},         {"rel", Op::kRelease},     {"fork", Op::kFork},
    {"join", Op::kJoin},           {"u", Op::kUpdate},        {"racq", Op::kReadAcquire},
    {"rrel", Op::kReadRelease},    {"try", Op::kTry},         {"wait", Op::kWait},
    {"wake", Op::kWake},           {"timeout", Op::kTimeout}, {"notify", Op::kNotify},
    {"notifyall", Op::kNotifyAll}, {"post", Op::kPost},       {"down", Op::kDown},
    {"sem", Op::kSemaphore},       {"arrive", Op::kArrive},   {"leave", Op::kLeave},
    {"dummy", Op::kOther},
};

Op op_named(std::string_view name) {
  if (name.size() == 1 && name[0] == 'r') return Op::kRead;
  if (name.size() == 1 && name[0] == 'w') return Op::kWrite;
  for (const OpName& known : kOps)
    if (known.name == name) return known.op;
  return Op::kUnknown;
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text.substr(0, 40)) out += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
  if (!is_utf8(out)) return "what is not UTF-8";
  return out + (text.size() > 40 ? "…\"" : "\"");
}

class StdParser {
 public:
  StdParser(std::string_view text, const TraceLimits& limits) : text_(text), limits_(limits) {}

  Result<EventTrace> parse() {
    if (text_.empty()) return fail(Code::kBadFile, "the trace is empty", "a trace has a line per event");
    out_.events.reserve(expected_events());
    while (at_ < text_.size()) {
      ++line_;
      if (!next_line() || !read_fields()) return failure();
    }
    if (out_.events.empty())
      return fail(Code::kBadFile, "the trace has no events", "a trace has a line per event");
    take_names();
    if (const auto infeasible = find_infeasible(out_)) {
      line_ = line_of(infeasible->event);
      why_ = infeasible->why;
      return failure();
    }
    return std::move(out_);
  }

 private:
  // From the lines at the beginning: a file that will be refused never touches the memory.
  std::size_t expected_events() const {
    const std::string_view sample = text_.substr(0, kLongestLine);
    const auto lines = static_cast<std::size_t>(std::ranges::count(sample, '\n')) + 1;
    return std::min(limits_.events, text_.size() / (sample.size() / lines + 1) * 17 / 16 + 16);
  }

  bool no(std::string why) {
    why_ = std::move(why);
    return false;
  }

  tl::unexpected<Error> failure() const {
    return fail(Code::kBadFile, "line " + std::to_string(line_) + ": " + why_,
                next_.empty() ? "docs/traces.md describes the format" : next_);
  }

  bool next_line() {
    const char* begin = text_.data() + at_;
    const std::size_t most = std::min(text_.size() - at_, kLongestLine);
    const auto* end = static_cast<const char*>(std::memchr(begin, '\n', most));
    if (end == nullptr && most == kLongestLine)
      return no("it is longer than " + std::to_string(kLongestLine) + " bytes");
    std::size_t length = end != nullptr ? static_cast<std::size_t>(end - begin) : most;
    at_ += length + 1;
    if (length != 0 && begin[length - 1] == '\r') --length;
    text_of_line_ = {begin, length};
    return true;
  }

  bool read_fields() {
    const char* begin = text_of_line_.data();
    const char* const end = begin + text_of_line_.size();
    const auto bar = [end](const char* from) {
      return static_cast<const char*>(std::memchr(from, '|', static_cast<std::size_t>(end - from)));
    };
    const char* first = text_of_line_.empty() ? nullptr : bar(begin);
    const char* second = first != nullptr ? bar(first + 1) : nullptr;
    if (second == nullptr || bar(second + 1) != nullptr) {
      const auto bars = std::ranges::count(text_of_line_, '|');
      return no("it has " + std::to_string(text_of_line_.empty() ? 0 : bars + 1) +
                (bars == 0 && !text_of_line_.empty() ? " field" : " fields") +
                ", not thread|operation|location");
    }
    const std::string_view thread(begin, static_cast<std::size_t>(first - begin));
    const std::string_view op(first + 1, static_cast<std::size_t>(second - first - 1));
    const std::string_view location(second + 1, static_cast<std::size_t>(end - second - 1));
    return read_event(thread, op, location);
  }

  bool read_event(std::string_view thread, std::string_view op, std::string_view location) {
    Op kind = Op::kOther;
    std::string_view operand;
    if (!op.starts_with("begin") && !op.starts_with("end")) {
      const auto* open =
          static_cast<const char*>(op.empty() ? nullptr : std::memchr(op.data(), '(', op.size()));
      if (open == nullptr) return no(quoted(op) + " is not an operation: it has no operand in brackets");
      const auto length = static_cast<std::size_t>(open - op.data());
      kind = op_named(op.substr(0, length));
      if (kind == Op::kUnknown) return no("the operation " + quoted(op.substr(0, length)) + " is not known");
      if (op.back() != ')') return no("the bracket of " + quoted(op) + " is not closed");
      operand = op.substr(length + 1, op.size() - length - 2);
      if (operand.empty()) return no(quoted(op) + " has no operand");
    }
    if (kind == Op::kSemaphore) return set_semaphore(operand);
    Event event;
    std::uint32_t number = 0;
    if (!name(threads_, thread, "thread", number)) return false;
    if (number >= kThreadLimit) return no("there are more than " + std::to_string(kThreadLimit) + " threads");
    event.thread = static_cast<std::uint16_t>(number);
    if (!name(locations_, location, "location", event.location)) return false;
    if (!implicit_.empty() && !wake_before(event, kind)) return false;
    return read_operand(event, kind, operand) && add(event);
  }

  bool name(NameTable& table, std::string_view text, const char* what, std::uint32_t& number) {
    bool is_new = false;
    number = table.number(text, is_new);
    if (!is_new) [[likely]]
      return true;
    if (!is_utf8(text)) return no(std::string("the name of a ") + what + " is not UTF-8");
    const bool words = &table != &locations_ && &table != &threads_;
    const bool control =
        std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20; });
    if (text.empty() || control || (words && !is_word(text)))
      return no(text.empty()
                    ? std::string("it has no ") + what
                    : "the name of a " + std::string(what) + ", " + quoted(text) + ", has blanks in it");
    if (++names_ > limits_.names) {
      next_ = "cut it into parts";
      return no("the trace has more than " + std::to_string(limits_.names) + " names");
    }
    return true;
  }

  bool read_operand(Event& event, Op kind, std::string_view operand) {
    switch (kind) {
      case Op::kRead: return on(event, EventKind::kRead, variables_, operand, "variable");
      case Op::kWrite: return on(event, EventKind::kWrite, variables_, operand, "variable");
      case Op::kUpdate: return on(event, EventKind::kUpdate, variables_, operand, "variable");
      case Op::kAcquire: return on(event, EventKind::kAcquire, locks_, operand, "lock");
      case Op::kRelease: return on(event, EventKind::kRelease, locks_, operand, "lock");
      case Op::kReadAcquire: return on(event, EventKind::kReadAcquire, locks_, operand, "lock");
      case Op::kReadRelease: return on(event, EventKind::kReadRelease, locks_, operand, "lock");
      case Op::kTry: return on(event, EventKind::kTryFailed, locks_, operand, "lock");
      case Op::kFork: return on_thread(event, EventKind::kFork, operand);
      case Op::kJoin: return on_thread(event, EventKind::kJoin, operand);
      case Op::kWait: return read_wait(event, operand);
      case Op::kWake: return read_condition(event, EventKind::kWake, operand);
      case Op::kTimeout: event.timed_out = true; return read_condition(event, EventKind::kWake, operand);
      case Op::kNotify: return on(event, EventKind::kNotify, conditions_, operand, "condition");
      case Op::kNotifyAll: return on(event, EventKind::kNotifyAll, conditions_, operand, "condition");
      case Op::kPost: return on_semaphore(event, EventKind::kPost, operand);
      case Op::kDown: return on_semaphore(event, EventKind::kDown, operand);
      case Op::kArrive: return on_barrier(event, EventKind::kArrive, operand);
      case Op::kLeave: return on_barrier(event, EventKind::kLeave, operand);
      default: event.kind = EventKind::kOther; return true;
    }
  }

  bool on(Event& event, EventKind kind, NameTable& table, std::string_view operand, const char* what) {
    event.kind = kind;
    return name(table, operand, what, event.object);
  }

  bool on_thread(Event& event, EventKind kind, std::string_view operand) {
    if (!on(event, kind, threads_, operand, "thread")) return false;
    return event.object < kThreadLimit ||
           no("there are more than " + std::to_string(kThreadLimit) + " threads");
  }

  bool on_semaphore(Event& event, EventKind kind, std::string_view operand) {
    if (!on(event, kind, semaphores_, operand, "semaphore")) return false;
    semaphore_used_.resize(semaphores_.size());
    out_.semaphore_counts.resize(semaphores_.size());
    semaphore_used_[event.object] = true;
    return true;
  }

  // name,number
  bool split_number(std::string_view operand, std::string_view& name, std::uint64_t most,
                    std::uint64_t& number) {
    const std::size_t comma = operand.rfind(',');
    if (comma == std::string_view::npos) return no(quoted(operand) + " lacks a number after a comma");
    name = operand.substr(0, comma);
    const std::string_view digits = operand.substr(comma + 1);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error == std::errc::result_out_of_range || (error == std::errc{} && number > most))
      return no("the number " + quoted(digits) + " is too large");
    if (error != std::errc{} || end != digits.data() + digits.size())
      return no(quoted(digits) + " is not a number");
    return true;
  }

  bool set_semaphore(std::string_view operand) {
    std::string_view text;
    std::uint64_t count = 0;
    std::uint32_t number = 0;
    if (!split_number(operand, text, ~std::uint64_t{0} / 2, count) ||
        !name(semaphores_, text, "semaphore", number))
      return false;
    semaphore_used_.resize(semaphores_.size());
    out_.semaphore_counts.resize(semaphores_.size());
    if (semaphore_used_[number]) return no("the count of " + quoted(text) + " comes after its first use");
    semaphore_used_[number] = true;
    out_.semaphore_counts[number] = count;
    return true;
  }

  bool on_barrier(Event& event, EventKind kind, std::string_view operand) {
    std::string_view text;
    std::uint64_t parties = 0;
    if (!split_number(operand, text, ~0u, parties) || !on(event, kind, barriers_, text, "barrier"))
      return false;
    if (parties == 0) return no("a barrier needs at least one thread");
    if (out_.barrier_parties.size() < barriers_.size())
      out_.barrier_parties.push_back(static_cast<std::uint32_t>(parties));
    return out_.barrier_parties[event.object] == parties ||
           no("the barrier " + quoted(text) + " was for " +
              std::to_string(out_.barrier_parties[event.object]) + " threads before");
  }

  // c,l, or l alone for a monitor: its condition is named as its lock
  bool read_condition(Event& event, EventKind kind, std::string_view operand) {
    const std::size_t comma = operand.rfind(',');
    const std::string_view condition = operand.substr(0, comma);
    const std::string_view lock = comma == std::string_view::npos ? operand : operand.substr(comma + 1);
    return on(event, kind, conditions_, condition, "condition") && name(locks_, lock, "lock", event.lock);
  }

  bool read_wait(Event& event, std::string_view operand) {
    if (!read_condition(event, EventKind::kWait, operand)) return false;
    if (operand.find(',') == std::string_view::npos) implicit_.push_back(event);
    return true;
  }

  // The wake of wait(l) is not in the text: it comes just before the thread's next event, unless it is that.
  bool wake_before(const Event& next, Op kind) {
    const auto found = std::ranges::find(implicit_, next.thread, &Event::thread);
    if (found == implicit_.end()) return true;
    Event wake = *found;
    implicit_.erase(found);
    if (kind == Op::kWake || kind == Op::kTimeout) return true;
    wake.kind = EventKind::kWake;
    return add(wake);
  }

  bool add(const Event& event) {
    if (out_.events.size() >= limits_.events) {
      next_ = "cut it into parts";
      return no("the trace has more than " + std::to_string(limits_.events) + " events");
    }
    const std::size_t shift = line_ - 1 - out_.events.size();
    if (shifts_.empty() ? shift != 0 : shift != shifts_.back().shift)
      shifts_.push_back({out_.events.size(), shift});
    out_.events.push_back(event);
    return true;
  }

  std::size_t line_of(std::size_t event) const {
    std::size_t line = event + 1;
    for (const Shift& shift : shifts_)
      if (shift.from <= event) line = event + 1 + shift.shift;
    return line;
  }

  void take_names() {
    out_.threads = threads_.strings();
    out_.variables = variables_.strings();
    out_.locks = locks_.strings();
    out_.conditions = conditions_.strings();
    out_.semaphores = semaphores_.strings();
    out_.barriers = barriers_.strings();
    out_.locations = locations_.strings();
  }

  // From that event on, lines are this far ahead of events (modulo size_t: or behind).
  struct Shift {
    std::size_t from, shift;
  };

  std::string_view text_, text_of_line_;
  const TraceLimits& limits_;
  EventTrace out_;
  NameTable threads_, variables_, locks_, conditions_, semaphores_, barriers_, locations_;
  std::vector<bool> semaphore_used_;
  std::vector<Event> implicit_;  // waits of monitors, whose wakes are still to come
  std::vector<Shift> shifts_;
  std::size_t at_ = 0, line_ = 0, names_ = 0;
  std::string why_, next_;
};

}  // namespace

Result<EventTrace> parse_std(std::string_view text, const TraceLimits& limits) {
  return StdParser(text, limits).parse();
}

}  // namespace stalemate::trace
