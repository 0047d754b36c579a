#include "host/collector.h"

#include <algorithm>

#include "host/saved.h"

namespace stalemate::host {
namespace {

class Hash {
 public:
  void add(std::uint64_t value) {
    for (int n = 0; n < 8; ++n, value >>= 8) add_byte(static_cast<unsigned char>(value));
  }
  void add(std::string_view text) {
    for (const char c : text) add_byte(static_cast<unsigned char>(c));
  }
  std::uint64_t value() const { return value_; }

 private:
  void add_byte(unsigned char byte) { value_ = (value_ ^ byte) * 0x100000001b3; }  // FNV-1a
  std::uint64_t value_ = 0xcbf29ce484222325;
};

std::uint64_t key_of(const LogView& log) {
  Hash hash;
  hash.add(static_cast<std::uint64_t>(log.header->outcome));
  hash.add(log.header->signal);
  hash.add(static_cast<std::uint64_t>(log.header->exit_code));
  hash.add(log.text);
  bool at_fault = false;  // the code address follows
  for (const wire::Record& record : log.records) {
    if (at_fault && record.kind == wire::RecordKind::kFrame) hash.add(record.object);
    at_fault = record.kind == wire::RecordKind::kFault;
    if (record.kind != wire::RecordKind::kBlocked) continue;
    hash.add(static_cast<std::uint64_t>(record.op));
    hash.add(record.object);
  }
  return hash.value();
}

bool shows(const wire::LogHeader& header) { return header.races != 0 || header.leaks != 0; }

}  // namespace

void Collector::arrived(const LogView& log) {
  if ((log.header->uses_state & wire::kStatesOnTheWay) != 0) note_states(log);
  if (shows(*log.header) && on_sightings_) note_sightings(log);
  if (is_failure(*log.header, exit_code_counts_))
    kinds_[log.header->item] = {key_of(log), std::string(log.text)};
}

// What is known already comes earlier in the canonical order than anything that still arrives.
void Collector::note_states(const LogView& log) {
  std::vector<std::uint64_t> fresh;
  for (std::size_t n = 0; n < log.records.size(); ++n) {
    const wire::Record& record = log.records[n];
    if (record.kind == wire::RecordKind::kName) n += (std::size_t{record.value} + 15) / 16;
    if (record.kind == wire::RecordKind::kState && !states_.contains(record.object))
      fresh.push_back(record.object);
  }
  if (!fresh.empty()) fresh_states_[log.header->item] = std::move(fresh);
}

// What was passed on already comes earlier in the canonical order than anything that still arrives.
void Collector::note_sightings(const LogView& log) {
  std::vector<Sighting> sightings = sightings_of(log);
  std::erase_if(sightings, [this](const Sighting& s) { return passed_on_.contains(s.key()); });
  if (!sightings.empty()) sightings_[log.header->item] = std::move(sightings);
}

explore::Next Collector::pass_on_sightings(const explore::Execution& execution) {
  auto node = sightings_.extract(execution.header->item);
  if (node.empty()) return explore::Next::kGoOn;
  std::vector<Sighting>& sightings = node.mapped();
  std::erase_if(sightings, [this](const Sighting& s) { return !passed_on_.insert(s.key()).second; });
  return sightings.empty() ? explore::Next::kGoOn : on_sightings_(sightings, execution);
}

explore::Next Collector::on_execution(const explore::Execution& execution) {
  const bool shows_something = shows(*execution.header) && on_sightings_;
  // A hang with something to promote is none.
  if (shows_something && execution.header->outcome == wire::Outcome::kHang &&
      pass_on_sightings(execution) == explore::Next::kStop)
    return explore::Next::kStop;
  const explore::Next next = judge(execution);
  if (!shows_something || diverged_) return next;
  const explore::Next after = pass_on_sightings(execution);
  return next == explore::Next::kStop ? next : after;
}

void Collector::count_states(const wire::LogHeader& header) {
  uses_state_ = uses_state_ || (header.uses_state & (wire::kStateAtEnd | wire::kStatesOnTheWay)) != 0;
  if ((header.uses_state & wire::kStateAtEnd) != 0) states_.insert(header.state);
  if ((header.uses_state & wire::kStatesOnTheWay) == 0) return;
  const auto fresh = fresh_states_.extract(header.item);
  if (!fresh.empty()) states_.insert(fresh.mapped().begin(), fresh.mapped().end());
}

explore::Next Collector::judge(const explore::Execution& execution) {
  const wire::LogHeader& header = *execution.header;
  count_states(header);
  // A log that contradicts itself was overwritten by the program: what it hides is not explored, so this is
  // no verdict either.
  if (execution.prefix_differs || execution.malformed || header.outcome == wire::Outcome::kDiverged) {
    diverged_ = *execution.item;
    return explore::Next::kStop;
  }
  if (!is_failure(header, exit_code_counts_)) return explore::Next::kGoOn;
  hit_step_limit_ = hit_step_limit_ || header.outcome == wire::Outcome::kStepLimit;
  hung_ = hung_ || header.outcome == wire::Outcome::kHang;
  auto kind = kinds_.extract(header.item);
  const std::uint64_t key = kind.empty() ? 0 : kind.mapped().key;
  if (const auto known = by_key_.find(key); known != by_key_.end()) {
    ++candidates_[known->second].seen;
  } else if (candidates_.size() < kMostFindings) {
    by_key_.emplace(key, candidates_.size());
    candidates_.push_back({key, execution.number, 1, *execution.item, std::nullopt, header,
                           kind.empty() ? std::string() : std::move(kind.mapped().text)});
    if (execution.cheaper != nullptr) candidates_.back().cheaper = *execution.cheaper;
  }
  return keep_going_ ? explore::Next::kGoOn : explore::Next::kStop;
}

bool Collector::wants_item(const wire::LogHeader& header) const {
  return header.outcome == wire::Outcome::kDiverged || is_failure(header, exit_code_counts_) ||
         (shows(header) && sightings_.contains(header.item));
}

std::optional<std::uint64_t> Collector::states() const {
  return uses_state_ ? std::optional<std::uint64_t>(states_.size()) : std::nullopt;
}

void Collector::save(ByteSink& sink) const {
  sink.number(passed_on_.size());
  for (const auto& [pc, partner, bits] : passed_on_) {
    sink.number(pc);
    sink.number(partner);
    sink.number(bits);
  }
  for (const bool flag : {hit_step_limit_, hung_, uses_state_}) sink.flag(flag);
  std::vector<std::uint64_t> states(states_.begin(), states_.end());
  std::sort(states.begin(), states.end());
  save_numbers(sink, states);
  save_all(sink, candidates_);
}

bool Collector::load(ByteSource& source) {
  for (std::size_t left = source.count(); left > 0 && source.ok(); --left) {
    const std::uint64_t pc = source.number(), partner = source.number();
    std::uint32_t bits = 0;
    source.number_to(bits);
    passed_on_.insert({pc, partner, bits});
  }
  for (bool* flag : {&hit_step_limit_, &hung_, &uses_state_}) *flag = source.flag();
  for (const std::uint64_t state : load_numbers(source)) states_.insert(state);
  load_all(source, candidates_, &load_candidate);
  for (std::size_t n = 0; n < candidates_.size(); ++n) by_key_.emplace(candidates_[n].key, n);
  return source.ok();
}

}  // namespace stalemate::host
