#include "tools/stalemate/cli/mark.h"

#include <optional>

#include "tools/stalemate/cli/user_key.h"

namespace stalemate::tools {
namespace {

std::string mark_with(const SipKey& key, trace::Schedule schedule) {
  schedule.mark.clear();
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string mark;
  for (const std::uint8_t byte : siphash(key, trace::to_text(schedule))) {
    mark += kDigits[byte >> 4];
    mark += kDigits[byte & 15];
  }
  return mark;
}

}  // namespace

void set_mark(trace::Schedule& schedule) {
  if (const auto key = user_key(true)) schedule.mark = mark_with(*key, schedule);
}

bool has_own_mark(const trace::Schedule& schedule) {
  const auto key = schedule.mark.empty() ? std::nullopt : user_key(false);
  return key && schedule.mark == mark_with(*key, schedule);
}

}  // namespace stalemate::tools
