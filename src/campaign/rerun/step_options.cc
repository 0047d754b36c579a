#include "campaign/rerun/step_options.h"

#include <algorithm>
#include <array>

#include "campaign/rerun/code_places.h"

namespace stalemate::host {
namespace {

constexpr std::string_view kPromoted = "promoted", kPrivateAtomics = "private-atomics",
                           kShared = "shared-atomic", kFailedTries = "failed-tries";
constexpr std::array kNames = {kPromoted, kPrivateAtomics, kShared, kFailedTries};

template <std::size_t Most>
Result<void> add(std::uint64_t (&to)[Most], std::uint32_t& count, std::optional<std::uint64_t> address,
                 const std::string& what) {
  if (!address || count == Most)
    return fail(Code::kNotDeterministic,
                "the replay diverged before its first step: the program has no " + what + " of the schedule",
                "replay it with the build that it was found in");
  to[count++] = *address;
  return {};
}

}  // namespace

StepOptions step_options(const Recording& recording) {
  StepOptions options;
  for (const std::uint64_t code : recording.promoted)
    options.emplace_back(kPromoted, code_place(recording.modules, code));
  if (recording.private_atomics) options.emplace_back(kPrivateAtomics, "on");
  for (const std::uint64_t word : recording.shared)
    options.emplace_back(kShared, word_place(recording.modules, word));
  if (recording.left_out_tries) options.emplace_back(kFailedTries, "off");
  return options;
}

bool is_step_option(std::string_view name) { return std::ranges::find(kNames, name) != kNames.end(); }

Result<wire::Config> with_steps(wire::Config config, const StepOptions& options, std::string_view modules) {
  for (const auto& [name, value] : options) {
    Result<void> added;
    if (name == kPrivateAtomics)
      config.private_atomics = value == "on" ? 1 : 0;
    else if (name == kFailedTries)
      config.pure_loops = value == "off" ? wire::kNoFailedTries : config.pure_loops;
    else if (name == kShared)
      added = add(config.shared, config.shared_count, word_address(modules, value), "variable " + value);
    else
      added = add(config.promoted, config.promoted_count, code_address(modules, value),
                  "code " + value + ", whose accesses are steps");
    if (!added) return tl::unexpected<Error>(added.error());
  }
  return config;
}

}  // namespace stalemate::host
