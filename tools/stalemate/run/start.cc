#include "tools/stalemate/run/start.h"

#include "tools/stalemate/cli/locate.h"
#include "worker/executable.h"

namespace stalemate::tools {

namespace {

const char* const kBuildIt = "compile and link it with \"stalemate c++\" or \"stalemate cc\"";

tl::unexpected<Error> cannot(const std::string& name, const std::string& why, const std::string& next) {
  return fail(Code::kCannotStart, '\'' + name + "' " + why, next);
}

// The runtime to preload; empty if the program has it.
Result<std::string> runtime_for(const RunOptions& options, const std::string& name) {
  const auto executable = host::inspect_executable(name);
  if (!executable) return tl::unexpected<Error>(executable.error());
  if (executable->linkage == host::Linkage::kWithRuntime) {
    if (options.unmodified == When::kOn)
      return fail(Code::kUsage, '\'' + name + "' was compiled with stalemate", "remove --unmodified=on");
    return std::string();
  }
  if (options.cache == CacheKind::kMemory)
    return fail(Code::kUsage, '\'' + name + "' was not compiled with stalemate, which --cache=memory needs",
                kBuildIt);
  if (executable->linkage == host::Linkage::kStatic)
    return cannot(name, "is linked statically and without the runtime: nothing can be preloaded into it",
                  kBuildIt);
  if (executable->changes_user)
    return cannot(name, "changes its user or group as it starts: nothing can be preloaded into it",
                  "explore a copy without that permission, or " + std::string(kBuildIt));
  const auto paths = locate_parts();
  if (!paths) return tl::unexpected<Error>(paths.error());
  if (paths->shared.empty())
    return cannot(name, "was not compiled with stalemate, and libstalemate_rt.so is missing",
                  "build or install stalemate again");
  return paths->shared;
}

}  // namespace

Result<host::Program> program_to_start(const RunOptions& options, const std::vector<std::string>& argv,
                                       const std::string& test) {
  host::Program program;
  program.argv = argv;
  program.test = test;
  if (options.unmodified == When::kOff || argv.empty() || !test.empty()) return program;
  auto runtime = runtime_for(options, argv[0]);
  if (!runtime) return tl::unexpected<Error>(runtime.error());
  program.preload = *runtime;
  return program;
}

}  // namespace stalemate::tools
