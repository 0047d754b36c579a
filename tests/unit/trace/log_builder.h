// Execution logs written by hand, record by record, for the tests of whatever reads logs.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "model/log/log_view.h"
#include "trace/execution.h"

namespace stalemate::testing {

class LogBuilder {
 public:
  LogBuilder& step(std::uint16_t thread, OpKind op, std::uint64_t object = 0, std::uint32_t value = 0) {
    ++header_.steps;
    ++header_.points;
    return add({wire::RecordKind::kStep, op, thread, value, object});
  }
  LogBuilder& create(std::uint16_t parent, std::uint16_t child, std::uint64_t slot) {
    step(parent, OpKind::kCreate, slot, child);
    return enabled(child);
  }
  LogBuilder& choice(std::uint16_t thread, std::uint32_t chosen, std::uint64_t of,
                     OpKind within = OpKind::kNone) {
    ++header_.points;
    return add({wire::RecordKind::kChoice, within, thread, chosen, of});
  }
  LogBuilder& enabled(std::uint16_t thread, bool timed = false) {
    return add({wire::RecordKind::kEnabled, OpKind::kNone, thread, timed ? 1u : 0u, 0});
  }
  LogBuilder& blocked(std::uint16_t thread) {
    return add({wire::RecordKind::kDisabled, OpKind::kNone, thread, 0, 0});
  }
  LogBuilder& finished(std::uint16_t thread) {
    return add({wire::RecordKind::kDisabled, OpKind::kNone, thread, wire::kFinished, 0});
  }
  // Innermost first.
  LogBuilder& frames(std::uint16_t thread, const std::vector<std::uint64_t>& addresses) {
    std::uint32_t depth = 0;
    for (const std::uint64_t address : addresses)
      add({wire::RecordKind::kFrame, OpKind::kNone, thread, depth++, address});
    return *this;
  }
  LogBuilder& datum(std::uint16_t thread, std::uint64_t value) {
    return add({wire::RecordKind::kValue, OpKind::kNone, thread, 8, value});
  }
  // A plain access, or a race; its frames follow.
  // A race between the code of these frames and `earlier`.
  LogBuilder& race(std::uint16_t thread, std::uint64_t address, std::uint32_t bits,
                   const std::vector<std::uint64_t>& addresses, std::uint64_t earlier) {
    access(wire::RecordKind::kRace, thread, address, bits).frames(thread, addresses);
    return add({wire::RecordKind::kPartner, OpKind::kNone, thread, 0, earlier});
  }
  LogBuilder& access(wire::RecordKind kind, std::uint16_t thread, std::uint64_t address, std::uint32_t bits) {
    header_.races += kind == wire::RecordKind::kRace;
    return add({kind, OpKind::kNone, thread, bits, address});
  }
  // A block of the heap begins or ends; its frames follow.
  LogBuilder& block(std::uint16_t thread, std::uint64_t address, std::uint32_t bits) {
    return add({wire::RecordKind::kBlock, OpKind::kNone, thread, bits, address});
  }
  LogBuilder& leak(std::uint16_t thread, std::uint64_t address, std::uint32_t bytes) {
    ++header_.leaks;
    return add({wire::RecordKind::kLeak, OpKind::kNone, thread, bytes, address});
  }
  LogBuilder& pending(std::uint16_t thread, OpKind op, std::uint64_t object) {
    return add({wire::RecordKind::kPending, op, thread, 0, object});
  }
  LogBuilder& waits(std::uint16_t thread, OpKind op, std::uint64_t object, std::uint32_t holder) {
    return add({wire::RecordKind::kBlocked, op, thread, holder, object});
  }
  LogBuilder& held_at(std::uint16_t thread, std::uint64_t address) {
    return add({wire::RecordKind::kHeldAt, OpKind::kNone, thread, 0, address});
  }
  LogBuilder& add(wire::Record record) {
    records_.push_back(record);
    return *this;
  }
  LogBuilder& ends(wire::Outcome outcome, std::uint32_t failing_thread = ~0u, std::string text = {}) {
    header_.outcome = outcome;
    header_.failing_thread = failing_thread;
    text_ = std::move(text);
    return *this;
  }
  wire::LogHeader& header() { return header_; }

  LogView view() {
    header_.records = static_cast<std::uint32_t>(records_.size());
    header_.text_bytes = static_cast<std::uint32_t>(text_.size());
    return LogView{&header_, records_, text_};
  }

 private:
  wire::LogHeader header_;
  std::vector<wire::Record> records_;
  std::string text_;
};

}  // namespace stalemate::testing
