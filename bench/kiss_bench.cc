// Paths per second of KISS engines on the driver of Figure 2, corrected so that every path is walked, against
// the same sequential program with a process for each path. Then what remembering states saves.
#include <stdlib.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "base/scratch.h"
#include "bluetooth.h"
#include "kiss/check/check.h"

namespace {

using namespace stalemate::kiss;
namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

class Bench {
 public:
  explicit Bench(fs::path directory) : directory_(std::move(directory)) {}

  int run() {
    const double forked = rate_of_processes(2);
    std::printf("one process for each path, 2 adders: %.0f paths/s\n", forked);
    std::printf("%-8s %-9s %8s %12s %12s %10s %12s %8s\n", "adders", "states", "engines", "paths",
                "remembered", "seconds", "paths/s", "ratio");
    for (const unsigned adders : {1u, 2u, 3u, 4u})
      if (!row(adders, false, 1, forked)) return 1;
    if (!row(4, false, 2, forked)) return 1;
    for (const unsigned adders : {2u, 3u, 4u})
      if (!row(adders, true, 1, forked)) return 1;
    return 0;
  }

 private:
  bool row(unsigned adders, bool cache, unsigned jobs, double forked) {
    Bounds bounds;
    bounds.ts = adders;
    Resources resources;
    resources.cache = cache;
    resources.jobs = jobs;
    const auto program = compile(source(adders), STALEMATE_KISS_SHARE, directory_ / "program.so");
    if (!program) return refused(program.error());
    const auto result = check(*program, STALEMATE_KISS_ENGINE, bounds, resources);
    if (!result) return refused(result.error());
    const double rate = static_cast<double>(result->paths) / result->seconds;
    std::printf("%-8u %-9s %8u %12lu %12lu %10.3f %12.0f %8.0f%s\n", adders, cache ? "once" : "always", jobs,
                result->paths, result->states, result->seconds, rate, rate / forked,
                result->ending == Ending::kComplete ? "" : "  NOT COMPLETE");
    return result->ending == Ending::kComplete;
  }

  // The same paths, as the test that shares nothing with the engine walks them.
  double rate_of_processes(unsigned adders) {
    const std::string program = directory_ / "forking";
    const std::string command = std::string("cc -w -O1 -DKISS_TS=") + std::to_string(adders) + " -I" +
                                STALEMATE_KISS_SHARE + " -DPROGRAM='\"" + source(adders) + "\"' " +
                                STALEMATE_KISS_FORKING + " -o " + program;
    if (system(command.c_str()) != 0) return 1;
    Bounds bounds;
    bounds.ts = adders;
    Resources resources;
    resources.cache = false;
    const auto compiled = compile(source(adders), STALEMATE_KISS_SHARE, directory_ / "program.so");
    const auto counted = compiled ? check(*compiled, STALEMATE_KISS_ENGINE, bounds, resources)
                                  : stalemate::Result<CheckResult>(tl::unexpected(compiled.error()));
    if (!counted) return 1;
    const Clock::time_point start = Clock::now();
    if (system((program + " > /dev/null").c_str()) != 0) return 1;
    return static_cast<double>(counted->paths) / seconds_since(start);
  }

  std::string source(unsigned adders) {
    const std::string file = directory_ / "program.c";
    std::ofstream(file) << bluetooth(adders, true);
    return file;
  }

  static bool refused(const stalemate::Error& error) {
    std::fprintf(stderr, "kiss_bench: %s\n", error.sentence.c_str());
    return false;
  }

  fs::path directory_;
};

}  // namespace

int main() {
  const stalemate::Scratch scratch;
  return scratch.path().empty() ? 1 : Bench(scratch.path()).run();
}
