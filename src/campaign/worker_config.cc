#include "campaign/worker_config.h"

#include <cstdlib>
#include <string_view>

namespace stalemate::host {
namespace {

// For tests of the ways in which memory is restored.
wire::Tracking wanted_tracking() {
  const char* const wanted = std::getenv("STALEMATE_TRACKING");
  if (wanted == nullptr) return wire::Tracking::kAuto;
  const std::string_view name = wanted;
  if (name == "write-protect") return wire::Tracking::kWriteProtect;
  return name == "copy" ? wire::Tracking::kCopy : wire::Tracking::kAuto;
}

}  // namespace

wire::Config worker_config(const RunOptions& options, wire::Isolation isolation, bool leaves_out_tries) {
  wire::Config config;
  config.isolation = isolation;
  config.tracking = wanted_tracking();
  config.step_limit = options.steps;
  config.watchdog_ms = static_cast<std::uint32_t>(options.watchdog.count());
  config.fair = options.fair;
  config.spin_yield = options.spin_yield;
  config.pure_loops = options.loops == LoopMode::kAll ? wire::kAllIterations
                      : leaves_out_tries              ? wire::kNoFailedTries
                                                      : wire::kAwaits;
  config.fair_after = options.fair_after;
  config.spurious = options.spurious;
  config.weak_cas = options.weak_cas;
  config.try_fails = options.try_fails;
  config.reuse = options.reuse;
  config.malloc_points = options.malloc_points;
  config.plain_steps = options.plain_steps;
  config.pass_output = options.output == OutputMode::kPass;
  config.races = options.races == RaceMode::kOff ? 0 : options.races == RaceMode::kReport ? 1 : 2;
  config.leaks = options.leaks;
  return config;
}

}  // namespace stalemate::host
