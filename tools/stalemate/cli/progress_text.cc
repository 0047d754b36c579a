#include "tools/stalemate/cli/progress_text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace stalemate::tools {

namespace {

std::string duration_text(double seconds) {
  constexpr double kMinute = 60, kHour = 3600, kDay = 86400, kYear = 365 * kDay;
  char text[32];
  if (seconds < 2 * kMinute)
    std::snprintf(text, sizeof text, "%.0f s", std::ceil(seconds));
  else if (seconds < 2 * kHour)
    std::snprintf(text, sizeof text, "%.0f min", seconds / kMinute);
  else if (seconds < 2 * kDay)
    std::snprintf(text, sizeof text, "%.0f h", seconds / kHour);
  else if (seconds < 2 * kYear)
    std::snprintf(text, sizeof text, "%.0f days", seconds / kDay);
  else
    return "years";
  return text;
}

std::string percent_text(double share) {
  if (share < 0.001) return "less than 0.1 %";
  char text[32];
  const double tenths = std::floor(1000 * share) / 10;  // rounded down: what is not done is never 100 %
  std::snprintf(text, sizeof text, "%g %%", share > 0.1 && share < 0.99 ? std::floor(tenths) : tenths);
  return text;
}

std::string round_text(const host::Progress& progress, StrategyKind strategy) {
  const bool bounds = strategy == StrategyKind::kIcb || strategy == StrategyKind::kDelay;
  if (!bounds) return progress.completed ? "after depth " + std::to_string(*progress.completed) + ": " : "";
  return "bound " + std::to_string(progress.completed ? *progress.completed + 1 : 0) + ": ";
}

// For slow executions the rate is a fraction; for very slow ones the seconds of each are more useful.
std::string rate_text(double rate) {
  char text[32];
  if (rate >= 10 || rate <= 0)
    std::snprintf(text, sizeof text, "%.0f/s", rate);
  else if (rate >= 0.1)
    std::snprintf(text, sizeof text, "%.1f/s", rate);
  else
    std::snprintf(text, sizeof text, "%.0f s each", 1 / rate);
  return text;
}

// If the estimate may be wrong by more than half, a range is more useful than a number.
std::string estimate_text(const explore::Estimate& estimate, double rate) {
  if (std::isinf(estimate.error)) return "too early to estimate how much is left";
  const auto done = static_cast<double>(estimate.done);
  const auto left = [&](double all) { return std::max(all - done, 0.0) / rate; };
  const double factor = 1 + estimate.error;
  constexpr double kCoarse = 0.5;
  if (estimate.error > kCoarse) {
    const std::string least = duration_text(left(estimate.executions / factor));
    const std::string most = duration_text(left(estimate.executions * factor));
    return (estimate.share < 0.001 ? "" : "roughly ") + percent_text(estimate.share) + " done, " +
           (least == most ? "" : least + " to ") + most + " left";
  }
  // Of the share, in percent of the bound: done / (executions * factor) to done / (executions / factor).
  const double error = std::min(estimate.share * estimate.error, 1 - estimate.share);
  char text[32];
  std::snprintf(text, sizeof text, "(+-%.0f %%)", std::ceil(std::max(100 * error - 1e-6, 0.0)));
  return percent_text(estimate.share) + " done " + text + ", about " +
         duration_text(left(estimate.executions)) + " left";
}

}  // namespace

std::string progress_text(const host::Progress& progress, StrategyKind strategy) {
  const double rate = static_cast<double>(progress.executions) / progress.seconds;
  char text[64];
  std::snprintf(text, sizeof text, "%llu %s, %s", static_cast<unsigned long long>(progress.executions),
                progress.executions == 1 ? "execution" : "executions", rate_text(rate).c_str());
  std::string out = text;
  if (progress.estimate && rate > 0)
    return out + ", " + round_text(progress, strategy) + estimate_text(*progress.estimate, rate);
  if (progress.completed) out += ", bound " + std::to_string(*progress.completed) + " done";
  return out;
}

}  // namespace stalemate::tools
