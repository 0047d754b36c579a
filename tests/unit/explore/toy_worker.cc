#include <algorithm>
#include <map>
#include <memory>

#include "model/fairness.h"
#include "model/operations.h"
#include "model/sampling.h"
#include "toy_system.h"

namespace stalemate::toy {

using wire::RecordKind;

namespace {

class Worker {
 public:
  Worker(const Program& program, const explore::WorkItem& item)
      : item_(item),
        state_(program),
        tail_(item.tail),
        random_(item.seed),
        tells_states_(program.tells_states) {
    if (program.fair == 0) return;
    fairness_ = std::make_unique_for_overwrite<Fairness>();
    fairness_->begin(program.fair);
  }

  Log run() {
    while (!end_) {
      if (state_.over()) {
        finish(state_.outcome());
      } else if (state_.alternatives() > 0) {
        data_point();
      } else {
        thread_point();
      }
    }
    log_.header.item = item_.id.value;
    log_.header.records = static_cast<std::uint32_t>(log_.records.size());
    log_.header.threads = static_cast<std::uint16_t>(state_.threads());
    return log_;
  }

 private:
  void finish(wire::Outcome outcome) {
    log_.header.outcome = outcome;
    if (state_.over() && outcome != wire::Outcome::kFinished)
      log_.header.failing_thread = static_cast<std::uint32_t>(state_.failing());
    log_.header.uses_state = wire::kStateAtEnd;
    if (tells_states_) log_.header.uses_state |= wire::kStatesLogged;
    log_.header.state = fingerprint(state_.snapshot());
    if (outcome != wire::Outcome::kDiverged) log_pending();
    end_ = true;
  }

  // What those have announced who have not ended, by path; whoever ended the execution has announced nothing.
  void log_pending() {
    std::vector<std::pair<Choice, std::size_t>> left;
    for (std::size_t t = 0; t < state_.threads(); ++t) {
      const bool busy = (state_.over() && t == state_.failing()) ||
                        (state_.alternatives() > 0 && state_.is_between_steps(t));
      if (!state_.finished(t) && !busy) left.emplace_back(state_.path(t), t);
    }
    std::sort(left.begin(), left.end());
    for (const auto& [path, t] : left) {
      wire::Record record = state_.announced(t);
      record.kind = RecordKind::kPending;
      record.value = 0;
      log_.records.push_back(record);
    }
  }

  void log_effects() {
    log_.records.insert(log_.records.end(), state_.effects().begin(), state_.effects().end());
  }

  std::size_t below(std::size_t n) {  // xorshift64*
    random_ ^= random_ >> 12, random_ ^= random_ << 25, random_ ^= random_ >> 27;
    return static_cast<std::size_t>((random_ * 0x2545f4914f6cdd1du >> 32) * n >> 32);
  }

  bool deviates() const {
    return deviation_ < item_.deviations.size() && item_.deviations[deviation_].point == log_.header.points;
  }

  // Whether it ends there.
  bool reaches_depth() {
    if (item_.cut_points == 0 || log_.header.points != item_.cut_points) return false;
    if ((item_.flags & wire::kItemWalkOn) == 0) return true;
    tail_ = wire::Tail::kRandom;
    return false;
  }

  void data_point() {
    if (reaches_depth()) return finish(wire::Outcome::kCut);
    const std::uint32_t n = state_.alternatives();
    std::uint32_t value = 0;
    if (deviates()) {
      value = item_.deviations[deviation_++].choice;
    } else if (sampling::draws(tail_)) {
      value = static_cast<std::uint32_t>(below(n));
    }
    if (value >= n) return finish(wire::Outcome::kDiverged);
    log_.records.push_back(
        {RecordKind::kChoice, state_.choice_op(), static_cast<std::uint16_t>(state_.chooser()), value, n});
    log_.choices.push_back({value});
    ++log_.header.points;
    state_.choose(value);
    log_effects();
  }

  void thread_point() {
    if (fairness_) hold_back();
    publish();
    if (tells_states_ && !state_.all_finished()) log_state();
    std::vector<std::size_t> enabled = state_.enabled_by_path();
    std::erase_if(enabled, [this](std::size_t t) { return is_held_back(t); });
    if (enabled.empty())
      return finish(state_.all_finished() ? wire::Outcome::kFinished : wire::Outcome::kDeadlock);
    if (reaches_depth()) return finish(wire::Outcome::kCut);
    std::size_t chosen = enabled[0];
    if (deviates()) {
      chosen = item_.deviations[deviation_++].choice;
      if (std::find(enabled.begin(), enabled.end(), chosen) == enabled.end())
        return finish(wire::Outcome::kDiverged);
    } else if (tail_ == wire::Tail::kRandom) {
      chosen = enabled[below(enabled.size())];
    } else if (tail_ == wire::Tail::kContinue && state_.enabled(last_) && !state_.timed(last_) &&
               !is_held_back(last_)) {
      chosen = last_;
    } else if (tail_ == wire::Tail::kInTurn) {
      chosen = in_turn(state_, last_)[0];
    } else if (tail_ == wire::Tail::kPct) {
      chosen = highest_priority(enabled);
    } else if (tail_ == wire::Tail::kPos) {
      chosen = highest_step(enabled);
    }
    log_.choices.push_back(state_.path(chosen));
    ++log_.header.points, ++log_.header.steps;
    last_ = chosen;
    log_.records.push_back(state_.step(chosen));
    yielded_ = yields(log_.records.back().op, log_.records.back().value);
    log_effects();
    if (yielded_ && fairness_)
      log_.records.push_back({RecordKind::kEffect, OpKind::kYield, static_cast<std::uint16_t>(chosen), 0, 0});
  }

  void put_signature(OpKind op, std::uint64_t hash) {
    log_.records.push_back({RecordKind::kSignature, op, static_cast<std::uint16_t>(last_), 0, hash});
  }

  void log_state() {
    const bool runs_on = state_.enabled(last_) && !state_.timed(last_) && !is_held_back(last_);
    put_signature(runs_on ? OpKind::kStart : OpKind::kNone, fingerprint(state_.snapshot()));
    if (fairness_ && !fairness_->idle()) put_signature(OpKind::kYield, fingerprint(windows()));
  }

  // Everything that fairness remembers, by paths.
  std::vector<int> windows() const {
    std::map<Choice, std::vector<int>> all;
    for (std::uint32_t n = 0; n < fairness_->yielders(); ++n) {
      const Fairness::Window& window = *fairness_->window_of(fairness_->yielder(n));
      std::map<Choice, int> members;
      for (std::uint32_t t = 0; t < state_.threads(); ++t)
        members[state_.path(t)] = Fairness::has(window.always, t) + 2 * Fairness::has(window.disabled, t) +
                                  4 * Fairness::has(window.scheduled, t) +
                                  8 * Fairness::has(window.waits_for, t);
      std::vector<int>& one = all[state_.path(window.thread)];
      one = {static_cast<int>(window.yields), window.open};
      for (const auto& [path, bits] : members) one.push_back(bits);
    }
    std::vector<int> text;
    for (const auto& [path, one] : all) {
      text.insert(text.end(), path.begin(), path.end());
      text.push_back(-1);
      text.insert(text.end(), one.begin(), one.end());
    }
    return text;
  }

  bool is_held_back(std::size_t t) const { return t < held_back_.size() && held_back_[t]; }

  // Accounts for the last step.
  void hold_back() {
    if (log_.header.steps == 0) return;
    Fairness::Set enabled{};
    for (std::size_t t = 0; t < state_.threads(); ++t)
      if (state_.enabled(t)) Fairness::add(enabled, static_cast<std::uint32_t>(t));
    fairness_->stepped(static_cast<std::uint32_t>(last_), yielded_ ? Yield::kProven : Yield::kNone, enabled,
                       static_cast<std::uint32_t>(state_.threads()));
    held_back_.assign(state_.threads(), false);
    for (std::size_t t = 0; t < state_.threads(); ++t)
      held_back_[t] = fairness_->holds_back(static_cast<std::uint32_t>(t), enabled);
  }

  sampling::PctThread pct_thread(std::size_t t) {
    std::uint64_t path = 1;
    for (const std::uint32_t number : state_.path(t)) path = sampling::mixed(path, number);
    return {path, drawn_[t], demoted_[t]};
  }

  std::size_t highest_priority(const std::vector<std::size_t>& enabled) {
    drawn_.resize(state_.threads()), demoted_.resize(state_.threads());
    std::vector<std::size_t> candidates;
    for (const std::size_t t : enabled)
      if (!state_.timed(t) || !sampling::pct_waits(item_.seed, pct_thread(t))) candidates.push_back(t);
    if (candidates.empty()) candidates = enabled;
    const std::size_t chosen =
        *std::max_element(candidates.begin(), candidates.end(), [this](std::size_t a, std::size_t b) {
          return sampling::pct_priority(item_.seed, pct_thread(a)) <
                 sampling::pct_priority(item_.seed, pct_thread(b));
        });
    const std::uint32_t change =
        sampling::pct_change_at(item_.seed, log_.header.steps + 1, item_.length, item_.changes);
    if (change != 0) demoted_[chosen] = change;
    ++drawn_[chosen];
    return chosen;
  }

  std::size_t highest_step(const std::vector<std::size_t>& enabled) {
    drawn_.resize(state_.threads()), demoted_.resize(state_.threads());
    const auto priority = [this](std::size_t t) {
      return sampling::pos_priority(item_.seed, pct_thread(t).path, drawn_[t]);
    };
    const std::size_t chosen =
        *std::max_element(enabled.begin(), enabled.end(),
                          [&](std::size_t a, std::size_t b) { return priority(a) < priority(b); });
    const wire::Record step = state_.announced(chosen);
    for (const std::size_t t : enabled) {
      const wire::Record other = state_.announced(t);
      if (t == chosen || sampling::race(step.op, step.object, other.op, other.object)) ++drawn_[t];
    }
    return chosen;
  }

  // The changes of the enabled set since the last thread point.
  void publish() {
    shown_.resize(state_.threads(), 0);
    for (std::size_t t = 0; t < state_.threads(); ++t) {
      const int now = !state_.enabled(t) ? 0 : is_held_back(t) ? 3 : state_.timed(t) ? 2 : 1;
      if (now == shown_[t]) continue;
      shown_[t] = now;
      const bool enabled = now == 1 || now == 2;
      const std::uint32_t value = enabled              ? now == 2
                                  : now == 3           ? wire::kHeldBack
                                  : state_.finished(t) ? wire::kFinished
                                                       : 0;
      log_.records.push_back({enabled ? RecordKind::kEnabled : RecordKind::kDisabled, OpKind::kNone,
                              static_cast<std::uint16_t>(t), value, 0});
    }
  }

  const explore::WorkItem& item_;
  State state_;
  wire::Tail tail_;
  std::uint64_t random_;
  Log log_;
  std::vector<int> shown_;
  std::unique_ptr<Fairness> fairness_;
  std::vector<bool> held_back_;
  bool yielded_ = false;  // the last step
  std::vector<std::uint32_t> drawn_, demoted_;
  bool tells_states_ = false;
  std::size_t deviation_ = 0;
  std::size_t last_ = 0;
  bool end_ = false;
};

}  // namespace

Log run(const Program& program, const explore::WorkItem& item) { return Worker(program, item).run(); }

}  // namespace stalemate::toy
