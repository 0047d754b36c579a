#include "tools/stalemate/locate.h"

#include <filesystem>

namespace stalemate::tools {
namespace {

namespace fs = std::filesystem;

std::string if_present(const fs::path& file) {
  std::error_code ignored;
  return fs::exists(file, ignored) ? file.string() : std::string();
}

}  // namespace

Result<Paths> locate_parts() {
  std::error_code error;
  const fs::path tool = fs::read_symlink("/proc/self/exe", error);
  if (error)
    return fail(Code::kCannotStart, "cannot find out where the stalemate command is", "is /proc mounted?");
  const fs::path root = tool.parent_path().parent_path();
  fs::path lib = root / "lib" / "stalemate";
  if (!fs::exists(lib / "libstalemate_rt.a", error)) lib = root / "lib";

  Paths paths;
  paths.tool = tool.string();
  paths.include = (root / "include").string();
  paths.runtime = if_present(lib / "libstalemate_rt.a");
  paths.shared = if_present(lib / "libstalemate_rt.so");
  paths.cxx = if_present(lib / "libstalemate_cxx.a");
  paths.fixed = if_present(lib / "stalemate_static.o");
  paths.fixed_cxx = if_present(lib / "stalemate_static_cxx.o");
  paths.wraps = if_present(lib / "stalemate_static.wraps");
  paths.wraps_cxx = if_present(lib / "stalemate_static_cxx.wraps");
  paths.library = if_present(lib / "libstalemate.a");
  paths.exports = if_present(lib / "stalemate.exports");
  if (paths.runtime.empty())
    return fail(Code::kCannotStart, "libstalemate_rt.a is not in " + lib.string(),
                "build or install stalemate again");
  return paths;
}

}  // namespace stalemate::tools
