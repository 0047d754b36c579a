#include "campaign/findings/exit_codes.h"

#include "campaign/findings/saved_findings.h"

namespace stalemate::host {
namespace {

NormalEnd end_of(const explore::Execution& execution) {
  NormalEnd end{execution.number, *execution.item, std::nullopt, *execution.header};
  if (execution.cheaper != nullptr) end.cheaper = *execution.cheaper;
  return end;
}

}  // namespace

// Before the first end is known, every end may differ from it.
bool ExitCodes::wants_item(const wire::LogHeader& header) const {
  if (header.outcome != wire::Outcome::kFinished) return false;
  switch (mode_) {
    case ExitCodeMode::kIgnore: return false;
    case ExitCodeMode::kFinding: return header.exit_code != 0;
    case ExitCodeMode::kDiffers: break;
  }
  return !first_ || header.exit_code != first_->header.exit_code;
}

std::optional<ExitCodes::Verdict> ExitCodes::count(const explore::Execution& execution) {
  const std::int32_t code = execution.header->exit_code;
  ++counts_[code];
  if (!wants_item(*execution.header)) return std::nullopt;
  if (mode_ == ExitCodeMode::kFinding) return Verdict{end_of(execution), std::nullopt};
  if (!first_) {
    first_ = end_of(execution);
    return std::nullopt;
  }
  if (code != 0) return Verdict{end_of(execution), *first_};
  return Verdict{*first_, end_of(execution)};
}

std::uint64_t ExitCodes::count_of(std::int32_t code) const {
  const auto found = counts_.find(code);
  return found == counts_.end() ? 0 : found->second;
}

void ExitCodes::save(ByteSink& sink) const {
  sink.number(counts_.size());
  for (const auto& [code, count] : counts_) {
    sink.number(static_cast<std::uint32_t>(code));
    sink.number(count);
  }
  sink.flag(first_.has_value());
  if (first_) host::save(sink, *first_);
}

bool ExitCodes::load(ByteSource& source) {
  for (std::size_t left = source.count(); left > 0 && source.ok(); --left) {
    std::uint32_t code = 0;
    source.number_to(code);
    counts_[static_cast<std::int32_t>(code)] = source.number();
  }
  if (source.flag()) first_ = load_normal_end(source);
  return source.ok();
}

}  // namespace stalemate::host
