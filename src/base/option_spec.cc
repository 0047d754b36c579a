#include "base/option_spec.h"

namespace stalemate {

std::optional<std::chrono::milliseconds> parse_duration(std::string_view text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  std::uint64_t number = 0;
  if (!read_number(text.substr(0, digits), number)) return std::nullopt;
  const std::string_view unit = text.substr(digits);
  const std::uint64_t factor = unit == "ms"                  ? 1
                               : unit.empty() || unit == "s" ? 1000
                               : unit == "m"                 ? 60'000
                               : unit == "h"                 ? 3'600'000
                                                             : 0;
  const std::uint64_t most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max() / 3'600'000);
  if (factor == 0 || number > most) return std::nullopt;
  return std::chrono::milliseconds(number * factor);
}

std::optional<std::uint64_t> parse_size(std::string_view text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  std::uint64_t number = 0;
  if (!read_number(text.substr(0, digits), number)) return std::nullopt;
  const std::string_view unit = text.substr(digits);
  const int shift = unit.empty() ? 0 : unit == "k" ? 10 : unit == "m" ? 20 : unit == "g" ? 30 : -1;
  if (shift < 0 || number > std::numeric_limits<std::uint64_t>::max() >> shift) return std::nullopt;
  return number << shift;
}

}  // namespace stalemate
