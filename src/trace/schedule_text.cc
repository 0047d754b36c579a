// Schedule to text. The encoding of a stretch: words, `word*n` for a repetition, `(a b)*n` for a repeated
// group, so that 100,000 steps of a loop take one line.
#include <algorithm>

#include "model/operations.h"
#include "trace/schedule.h"

namespace stalemate::trace {
namespace {

constexpr std::size_t kLongestGroup = 8;
constexpr std::size_t kWordsPerLine = 20;

std::string json_quoted(std::string_view text) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20 || byte == 0x7f) {
      out += "\\u00";
      out += kDigits[byte >> 4];
      out += kDigits[byte & 15];
    } else {
      out += c;
    }
  }
  return out + '"';
}

// Unquoted if a reader can tell where it ends, else quoted.
std::string field(std::string_view text) {
  const bool plain = !text.empty() && text[0] != '@' && std::all_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) > 0x20 && c != 0x7f && c != '"' && c != '\\';
  });
  return plain ? std::string(text) : json_quoted(text);
}

class ScheduleWriter {
 public:
  explicit ScheduleWriter(const Schedule& schedule) : schedule_(schedule) {}

  std::string write() {
    write_header();
    std::size_t note = 0;
    for (std::size_t i = 0; i < schedule_.choices.size();) {
      if (schedule_.choices[i].is_value) {
        const Choice& choice = schedule_.choices[i++];
        line("choose " + std::to_string(choice.chosen) + " of " + std::to_string(choice.alternatives));
        continue;
      }
      while (note < schedule_.notes.size() && schedule_.notes[note].point < i) ++note;
      const bool noted = note < schedule_.notes.size() && schedule_.notes[note].point == i;
      i = write_stretch(i, noted ? &schedule_.notes[note] : nullptr);
    }
    const std::string checksum = schedule_checksum(out_);
    line("end " + std::to_string(schedule_.choices.size()) + " " + checksum);
    return std::move(out_);
  }

 private:
  void line(std::string text) { out_ += text + "\n"; }

  void write_header() {
    line("stalemate-schedule " + std::to_string(kScheduleVersion));
    std::string program = "program";
    for (const std::string& argument : schedule_.program) program += " " + json_quoted(argument);
    line(program);
    line("strategy " + field(schedule_.strategy));
    for (const auto& [name, value] : schedule_.options) line("option " + field(name) + " " + field(value));
    line("finding " + field(schedule_.finding) + " " + json_quoted(schedule_.message));
    line("fingerprint " + field(schedule_.fingerprint));
    line("preemptions " + std::to_string(schedule_.preemptions));
    line("switches " + std::to_string(schedule_.switches));
    line("execution " + std::to_string(schedule_.execution));
    if (schedule_.seed) line("seed " + std::to_string(*schedule_.seed));
    if (!schedule_.mark.empty()) line("mark " + field(schedule_.mark));
    line("");
  }

  // The end of the stretch that starts at `begin`: the next value, switch or note.
  std::size_t stretch_end(std::size_t begin) const {
    const auto next_note = std::upper_bound(schedule_.notes.begin(), schedule_.notes.end(), begin,
                                            [](std::size_t at, const Note& n) { return at < n.point; });
    std::size_t limit = schedule_.choices.size();
    if (next_note != schedule_.notes.end()) limit = std::min<std::size_t>(limit, next_note->point);
    std::size_t end = begin + 1;
    while (end < limit && !schedule_.choices[end].is_value &&
           schedule_.choices[end].thread == schedule_.choices[begin].thread)
      ++end;
    return end;
  }

  std::size_t write_stretch(std::size_t begin, const Note* note) {
    const std::size_t end = stretch_end(begin);
    std::string words;
    std::size_t at = begin;
    for (std::size_t count = 0; at < end && count < kWordsPerLine; ++count) at = write_group(at, end, words);
    std::string text = schedule_.threads.at(schedule_.choices[begin].thread);
    text += " x" + std::to_string(at - begin) + " ";
    text += std::string(name_of(note != nullptr ? note->reason : SwitchReason::kContinues)) + ":" + words;
    if (note != nullptr && !(note->object.empty() && note->place.empty())) {
      text += " @ " + field(note->object);
      text += " " + field(note->place);
    }
    line(text);
    return at;
  }

  bool same_word(std::size_t a, std::size_t b) const {
    const Choice& x = schedule_.choices[a];
    const Choice& y = schedule_.choices[b];
    return x.op == y.op && x.created == kNothingCreated && y.created == kNothingCreated;
  }

  // Writes the word or repeated group at `at` that covers most; returns the position after it.
  std::size_t write_group(std::size_t at, std::size_t end, std::string& words) const {
    std::size_t best_period = 1, best_covered = 1;
    for (std::size_t period = 1; period <= kLongestGroup && at + 2 * period <= end; ++period) {
      std::size_t covered = period;
      while (at + covered < end && same_word(at + covered, at + covered - period)) ++covered;
      covered -= covered % period;
      // A longer group must pay for its brackets.
      if (covered >= 2 * period && covered > best_covered + (period > 1 ? 1 : 0)) {
        best_period = period;
        best_covered = covered;
      }
    }
    const std::size_t times = best_covered / best_period;
    words += best_period > 1 ? " (" : " ";
    for (std::size_t i = 0; i < best_period; ++i) words += (i == 0 ? "" : " ") + word(at + i);
    if (best_period > 1) words += ")";
    if (times > 1) words += "*" + std::to_string(times);
    return at + best_covered;
  }

  std::string word(std::size_t at) const {
    const Choice& choice = schedule_.choices[at];
    std::string text = name_of(choice.op);
    if (choice.created != kNothingCreated) text += "=" + schedule_.threads.at(choice.created);
    return text;
  }

  const Schedule& schedule_;
  std::string out_;
};

}  // namespace

std::string to_text(const Schedule& schedule) { return ScheduleWriter(schedule).write(); }

}  // namespace stalemate::trace
