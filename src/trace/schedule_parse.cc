// Text to schedule. Every number is bounded before it is used, so that a damaged file costs neither memory
// nor time.
#include <charconv>
#include <unordered_map>

#include "trace/schedule.h"

namespace stalemate::trace {
namespace {

constexpr std::size_t kMostPoints = 10'000'000;
constexpr std::size_t kMostThreads = 0xffff;

std::optional<OpKind> operation_named(std::string_view word) {
  for (std::uint8_t i = 0; i < static_cast<std::uint8_t>(OpKind::kCount); ++i)
    if (word == name_of(static_cast<OpKind>(i))) return static_cast<OpKind>(i);
  return std::nullopt;
}

std::optional<SwitchReason> reason_named(std::string_view word) {
  for (std::uint8_t i = 0; i <= static_cast<std::uint8_t>(SwitchReason::kFair); ++i)
    if (word == name_of(static_cast<SwitchReason>(i))) return static_cast<SwitchReason>(i);
  return std::nullopt;
}

template <class Number>
bool to_number(std::string_view text, Number& out) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc{} && end == text.data() + text.size() && !text.empty();
}

// Splits one line into fields: bare words and JSON strings.
class Fields {
 public:
  explicit Fields(std::string_view line) : rest_(line) {}

  bool done() {
    while (!rest_.empty() && rest_[0] == ' ') rest_.remove_prefix(1);
    return rest_.empty();
  }

  std::optional<std::string> next() {
    if (done()) return std::nullopt;
    if (rest_[0] == '"') return quoted();
    const std::size_t end = std::min(rest_.find(' '), rest_.size());
    std::string word(rest_.substr(0, end));
    rest_.remove_prefix(end);
    if (word.find('"') != std::string::npos) return std::nullopt;
    return word;
  }

 private:
  std::optional<std::string> quoted() {
    std::string out;
    rest_.remove_prefix(1);
    while (!rest_.empty() && rest_[0] != '"') {
      if (rest_[0] != '\\') {
        out += rest_[0];
        rest_.remove_prefix(1);
      } else if (!escape(out)) {
        return std::nullopt;
      }
    }
    if (rest_.empty()) return std::nullopt;
    rest_.remove_prefix(1);
    if (!rest_.empty() && rest_[0] != ' ') return std::nullopt;
    return out;
  }

  bool escape(std::string& out) {
    if (rest_.size() < 2) return false;
    const char kind = rest_[1];
    if (kind == '"' || kind == '\\') {
      out += kind;
      rest_.remove_prefix(2);
      return true;
    }
    unsigned value = 0;
    if (kind != 'u' || rest_.size() < 6) return false;
    const auto [end, error] = std::from_chars(rest_.data() + 2, rest_.data() + 6, value, 16);
    if (error != std::errc{} || end != rest_.data() + 6 || value > 0x7f) return false;
    out += static_cast<char>(value);
    rest_.remove_prefix(6);
    return true;
  }

  std::string_view rest_;
};

class ScheduleParser {
 public:
  explicit ScheduleParser(std::string_view text) : text_(text), rest_(text) {}

  Result<Schedule> parse() {
    known_.emplace("0", 0);
    children_.push_back(0);
    if (!read_version()) return tl::unexpected(error_);
    std::string_view line;
    while (next_line(line)) {
      if (line.empty()) continue;
      if (line.starts_with("end ")) return read_end(line);
      const bool good = line[0] == '0'                ? read_stretch(line)
                        : line.starts_with("choose ") ? read_value(line)
                                                      : read_header(line);
      if (!good) return tl::unexpected(error_);
    }
    refuse("the schedule is cut off: its last line, `end`, is missing",
           "restore the file, or record it again");
    return tl::unexpected(error_);
  }

 private:
  bool refuse(const std::string& why,
              std::string next = "record the schedule again; it is not edited by hand") {
    error_ = Error{Code::kBadFile, "line " + std::to_string(number_) + ": " + why, std::move(next)};
    return false;
  }

  bool next_line(std::string_view& line) {
    ++number_;
    line_start_ = text_.size() - rest_.size();
    if (rest_.empty()) return false;
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    line = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    while (!line.empty() && (line.back() == ' ' || line.back() == '\r' || line.back() == '\t'))
      line.remove_suffix(1);
    return true;
  }

  bool read_version() {
    constexpr std::string_view kMagic = "stalemate-schedule ";
    std::string_view line;
    std::uint32_t version = 0;
    const bool is_ours = next_line(line) && line.starts_with(kMagic);
    if (!is_ours || !to_number(line.substr(kMagic.size()), version) || version == 0)
      return refuse("this is not a schedule: the first line is not `stalemate-schedule 1`",
                    "pass a .sched file written by stalemate");
    if (version <= kScheduleVersion) return true;
    refuse("this schedule was written by a newer stalemate (format " + std::to_string(version) + ")",
           "update stalemate, or record it again");
    error_.code = Code::kTooNew;
    return false;
  }

  bool read_header(std::string_view line) {
    Fields fields(line);
    const std::string key = fields.next().value_or("");
    std::vector<std::string> values;
    while (!fields.done()) {
      std::optional<std::string> value = fields.next();
      if (!value) return refuse("a string is not closed, or has an unknown escape");
      values.push_back(std::move(*value));
    }
    if (!out_.choices.empty())
      return refuse("`" + key.substr(0, 40) + "` does not belong after the first step");
    if (key == "program") {
      out_.program = std::move(values);
      return true;
    }
    if (key == "option" && values.size() == 2) {
      out_.options.emplace_back(std::move(values[0]), std::move(values[1]));
      return true;
    }
    if (key == "finding" && values.size() == 2) {
      out_.finding = std::move(values[0]);
      out_.message = std::move(values[1]);
      return true;
    }
    if (values.size() == 1) return read_single(key, values[0]);
    return refuse("`" + key.substr(0, 40) + "` is not known here, or has the wrong number of values");
  }

  bool read_single(const std::string& key, const std::string& value) {
    bool good = true;
    if (key == "strategy") {
      out_.strategy = value;
    } else if (key == "fingerprint") {
      out_.fingerprint = value;
    } else if (key == "preemptions") {
      good = to_number(value, out_.preemptions);
    } else if (key == "switches") {
      good = to_number(value, out_.switches);
    } else if (key == "execution") {
      good = to_number(value, out_.execution);
    } else if (key == "mark") {
      out_.mark = value;
    } else if (key == "seed") {
      good = to_number(value, out_.seed.emplace());
    } else {
      return refuse("`" + key.substr(0, 40) + "` is not known");
    }
    return good || refuse("`" + key + "` wants a number");
  }

  bool read_value(std::string_view line) {
    Fields fields(line.substr(7));
    Choice choice;
    choice.is_value = true;
    choice.thread = last_.value_or(0);
    const std::string chosen = fields.next().value_or(""), of = fields.next().value_or(""),
                      alternatives = fields.next().value_or("");
    if (!to_number(chosen, choice.chosen) || of != "of" || !to_number(alternatives, choice.alternatives) ||
        !fields.done() || choice.chosen >= choice.alternatives)
      return refuse("expected `choose I of N` with I < N");
    return add(choice);
  }

  bool add(const Choice& choice) {
    if (out_.choices.size() >= kMostPoints) return refuse("more than 10,000,000 steps");
    out_.choices.push_back(choice);
    return true;
  }

  // PATH xN REASON: WORDS [@ OBJECT PLACE]
  bool read_stretch(std::string_view line) {
    const std::size_t colon = line.find(": ");
    if (colon == std::string_view::npos) return refuse("expected `THREAD xN REASON: operations`");
    Fields head(line.substr(0, colon));
    const std::string path = head.next().value_or(""), count = head.next().value_or(""),
                      why = head.next().value_or("");
    std::uint32_t steps = 0;
    const std::optional<SwitchReason> reason = reason_named(why);
    if (!head.done() || !count.starts_with("x") || !to_number(std::string_view(count).substr(1), steps) ||
        !reason)
      return refuse(
          "expected `THREAD xN REASON: operations`, REASON one of start, preempted, blocked, "
          "finished, free, fair, continues");
    const auto thread = known_.find(path);
    if (thread == known_.end()) return refuse("thread " + path.substr(0, 40) + " runs before it was created");
    if (!check_reason(*reason, thread->second)) return false;

    const std::size_t start = out_.choices.size();
    std::string_view words = line.substr(colon + 2);
    const std::size_t note = words.find(" @ ");
    if (*reason != SwitchReason::kContinues) {
      out_.notes.push_back({static_cast<std::uint32_t>(start), *reason, {}, {}});
      if (note != std::string_view::npos && !read_note(words.substr(note + 3))) return false;
    } else if (note != std::string_view::npos) {
      return refuse("only a switch can have a note");
    }
    if (!read_words(words.substr(0, note), thread->second)) return false;
    if (out_.choices.size() - start != steps || steps == 0)
      return refuse("x" + std::to_string(steps) + " is announced, but the operations are " +
                    std::to_string(out_.choices.size() - start));
    last_ = thread->second;
    return true;
  }

  bool check_reason(SwitchReason reason, std::uint32_t thread) {
    if ((reason == SwitchReason::kStart) != !last_.has_value())
      return refuse("`start` is for the first step of all, and only for it");
    if (reason == SwitchReason::kStart) return true;
    if ((reason == SwitchReason::kContinues) == (*last_ == thread)) return true;
    return refuse("a thread that was running `continues`; any other is switched to for a reason");
  }

  bool read_note(std::string_view text) {
    Fields fields(text);
    std::optional<std::string> object = fields.next(), place = fields.next();
    if (!object || !place || !fields.done()) return refuse("expected `@ OBJECT FILE:LINE`");
    out_.notes.back().object = std::move(*object);
    out_.notes.back().place = std::move(*place);
    return true;
  }

  bool read_words(std::string_view words, std::uint32_t thread) {
    while (!words.empty()) {
      if (words[0] == ' ') {
        words.remove_prefix(1);
        continue;
      }
      const bool group = words[0] == '(';
      const std::size_t start = out_.choices.size();
      std::size_t end = group ? words.find(')') : words.find_first_of(" *");
      if (group && end == std::string_view::npos) return refuse("a bracket is not closed");
      end = std::min(end, words.size());
      if (!read_plain_words(words.substr(group ? 1 : 0, end - (group ? 1 : 0)), thread)) return false;
      words.remove_prefix(std::min(words.size(), end + (group ? 1 : 0)));
      if (!words.empty() && words[0] == '*') {
        const std::size_t stop = std::min(words.find(' '), words.size());
        if (!repeat(words.substr(1, stop - 1), start)) return false;
        words.remove_prefix(stop);
      } else if (!words.empty() && words[0] != ' ') {
        return refuse("expected a blank or `*N` after an operation");
      }
    }
    return true;
  }

  bool repeat(std::string_view count, std::size_t start) {
    std::uint32_t times = 0;
    const std::size_t size = out_.choices.size() - start;
    if (!to_number(count, times) || times == 0 || size == 0) return refuse("expected a count after `*`");
    if (size * times > kMostPoints) return refuse("more than 10,000,000 steps");
    for (std::size_t i = start; i < out_.choices.size(); ++i)
      if (out_.choices[i].created != kNothingCreated) return refuse("a creation cannot be repeated");
    for (std::size_t copy = size; copy < size * times; ++copy) {
      const Choice again = out_.choices[start + copy - size];
      if (!add(again)) return false;
    }
    return true;
  }

  bool read_plain_words(std::string_view words, std::uint32_t thread) {
    Fields fields(words);
    while (!fields.done()) {
      const std::optional<std::string> text = fields.next();
      if (!text || !read_word(*text, thread)) return text ? false : refuse("expected an operation");
    }
    return true;
  }

  bool read_word(std::string_view text, std::uint32_t thread) {
    const std::size_t equals = text.find('=');
    const std::optional<OpKind> op = operation_named(text.substr(0, equals));
    if (!op) return refuse("`" + std::string(text.substr(0, 40)) + "` is no operation");
    Choice choice;
    choice.op = *op;
    choice.thread = thread;
    if (equals != std::string_view::npos) {
      if (*op != OpKind::kCreate) return refuse("only `create` makes a thread");
      if (!read_creation(std::string(text.substr(equals + 1)), thread)) return false;
      choice.created = static_cast<std::uint32_t>(out_.threads.size() - 1);
    }
    return add(choice);
  }

  bool read_creation(const std::string& path, std::uint32_t parent) {
    const std::string expected = out_.threads[parent] + "." + std::to_string(children_[parent] + 1);
    if (path != expected)
      return refuse("this creation makes thread " + expected + ", not " + path.substr(0, 40));
    if (out_.threads.size() >= kMostThreads) return refuse("more than 65,535 threads");
    ++children_[parent];
    known_.emplace(path, static_cast<std::uint32_t>(out_.threads.size()));
    out_.threads.push_back(path);
    children_.push_back(0);
    return true;
  }

  Result<Schedule> read_end(std::string_view line) {
    Fields fields(line.substr(4));
    std::size_t points = 0;
    const std::string count = fields.next().value_or(""), checksum = fields.next().value_or("");
    std::string_view after;
    if (!to_number(count, points) || !fields.done()) {
      refuse("expected `end POINTS CHECKSUM`");
    } else if (points != out_.choices.size()) {
      refuse("the schedule has " + std::to_string(out_.choices.size()) + " points, `end` says " + count);
    } else if (checksum != schedule_checksum(text_.substr(0, line_start_))) {
      refuse("the checksum does not match: the file was edited or damaged");
    } else if (next_line(after)) {
      refuse("there is text after `end`");
    } else {
      return std::move(out_);
    }
    return tl::unexpected(error_);
  }

  std::string_view text_, rest_;
  std::size_t number_ = 0, line_start_ = 0;
  Schedule out_;
  std::unordered_map<std::string, std::uint32_t> known_;
  std::vector<std::uint32_t> children_;
  std::optional<std::uint32_t> last_;
  Error error_;
};

}  // namespace

Result<Schedule> parse_schedule(std::string_view text) { return ScheduleParser(text).parse(); }

}  // namespace stalemate::trace
