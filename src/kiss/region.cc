#include "kiss/region.h"

#include <algorithm>

#include "kiss/c_text.h"

namespace stalemate::kiss {
namespace {

constexpr const char* kUncertain = "kiss_stopped = 1;";

// Functions of the models that read what no Access names, and change nothing.
bool only_asks(const std::string& text) {
  const std::vector<std::string> names = identifiers_in(text);
  return std::none_of(names.begin(), names.end(), [](const std::string& name) {
    return name == "kiss_new_thread" || name == "kiss_async" || name == "kiss_async_int" ||
           name == "kiss_exit_thread";
  });
}

bool chooses(const std::string& text) {
  return mentions(text, "kiss_choose") || mentions(text, "kiss_input") || mentions(text, "kiss_truth");
}

}  // namespace

bool contains_write(const std::vector<Statement>& body) {
  return std::any_of(body.begin(), body.end(), [](const Statement& statement) {
    if (statement.kind == StatementKind::kCall) return true;
    if (statement.access && statement.access->kind != AccessKind::kRead) return true;
    return !only_asks(statement.text) || contains_write(statement.body) ||
           contains_write(statement.otherwise);
  });
}

std::string wait_for(const Access& read) {
  return "kiss_wait_for(" + read.address + ", " + read.bytes + ");";
}

void Region::saw(const Statement& statement) {
  if (statement.kind == StatementKind::kAccess && statement.access) {
    if (statement.access->kind == AccessKind::kRead)
      reads_.push_back(*statement.access);
    else
      wrote_ = true;
  }
  if (statement.kind == StatementKind::kLabel) uncertain_ = true;
  if (statement.body.empty() && statement.otherwise.empty())
    saw_text(statement.text, statement.kind == StatementKind::kCall);
}

void Region::saw_text(const std::string& text, bool is_call) {
  const bool asks = mentions(text, "kiss_is_done");
  if (asks) asked_for_end_ = true;
  if (chooses(text)) uncertain_ = true;
  if (!only_asks(text) || (is_call && !asks && !mentions(text, "kiss_choose"))) wrote_ = true;
  forget_changed(text);
}

// An address is valid only while it still means what it meant when it was read.
void Region::forget_changed(const std::string& text) {
  const auto changed = [&](const Access& read) {
    const std::vector<std::string> names = identifiers_in(read.address);
    return std::any_of(names.begin(), names.end(),
                       [&](const std::string& name) { return may_change(text, name); });
  };
  const auto kept = std::remove_if(reads_.begin(), reads_.end(), changed);
  if (kept == reads_.end()) return;
  reads_.erase(kept, reads_.end());
  uncertain_ = true;
}

void Region::open_list(const std::vector<Statement>& body, bool repeats) {
  if (repeats && contains_write(body)) wrote_ = true;
  if (repeats) uncertain_ = true;
  open_.push_back(reads_.size());
}

void Region::close_list() {
  const std::size_t before = open_.back();
  open_.pop_back();
  if (reads_.size() == before) return;
  uncertain_ = true;  // a branch that may not have been taken read something
  if (reads_.size() > before) reads_.resize(before);
}

std::vector<std::string> Region::waits(const Statement& guard) const {
  if (uncertain_ || chooses(guard.text)) return {kUncertain};
  std::vector<std::string> lines;
  for (const Access& read : reads_) lines.push_back(wait_for(read));
  if (guard.access) lines.push_back(wait_for(*guard.access));
  if (asked_for_end_ || mentions(guard.text, "kiss_is_done")) lines.emplace_back("kiss_wait_for_end();");
  if (lines.empty()) lines.emplace_back(kUncertain);
  return lines;
}

}  // namespace stalemate::kiss
