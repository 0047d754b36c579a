#include "tools/stalemate/cli/locate.h"

#include <filesystem>

namespace stalemate::tools {
namespace {

namespace fs = std::filesystem;

std::string if_present(const fs::path& file) {
  std::error_code ignored;
  return fs::exists(file, ignored) ? file.string() : std::string();
}

Result<fs::path> own_path() {
  std::error_code error;
  fs::path tool = fs::read_symlink("/proc/self/exe", error);
  if (!error) return tool;
  return fail(Code::kCannotStart, "the path of the stalemate command is unknown",
              "check that /proc is mounted");
}

}  // namespace

Result<Paths> locate_parts() {
  const auto own = own_path();
  if (!own) return tl::unexpected<Error>(own.error());
  std::error_code error;
  const fs::path& tool = *own;
  const fs::path root = tool.parent_path().parent_path();
  fs::path lib = root / "lib" / "stalemate";
  if (!fs::exists(lib / "libstalemate_rt.a", error)) lib = root / "lib";

  Paths paths;
  paths.tool = tool.string();
  paths.include = (root / "include").string();
  paths.runtime = if_present(lib / "libstalemate_rt.a");
  paths.shared = if_present(lib / "libstalemate_rt.so");
  paths.cxx = if_present(lib / "libstalemate_cxx.a");
  paths.openmp = if_present(lib / "libstalemate_openmp.a");
  paths.fixed = if_present(lib / "stalemate_static.o");
  paths.fixed_cxx = if_present(lib / "stalemate_static_cxx.o");
  paths.wraps = if_present(lib / "stalemate_static.wraps");
  paths.wraps_cxx = if_present(lib / "stalemate_static_cxx.wraps");
  paths.library = if_present(lib / "libstalemate.a");
  paths.exports = if_present(lib / "stalemate.exports");
  paths.gcc_plugin = if_present(lib / "gcc_plugin.so");
  paths.clang_plugin = if_present(lib / "clang_plugin.so");
  if (paths.runtime.empty())
    return fail(Code::kCannotStart, "libstalemate_rt.a is not in " + lib.string(),
                "build or install stalemate again");
  return paths;
}

Result<KissParts> locate_kiss() {
  const auto own = own_path();
  if (!own) return tl::unexpected<Error>(own.error());
  const fs::path root = own->parent_path().parent_path();
  const KissParts parts{if_present(root / "lib" / "stalemate" / "kiss-translate"),
                        if_present(root / "lib" / "stalemate" / "kiss-engine"),
                        if_present(root / "share" / "stalemate" / "kiss")};
  if (parts.translate.empty())
    return fail(Code::kCannotStart,
                "this stalemate was built without the front end of KISS (clang 19's libraries)",
                "install libclang-19-dev and build it again");
  if (parts.engine.empty() || parts.share.empty())
    return fail(Code::kCannotStart, "parts of KISS are missing beside the command",
                "build or install stalemate again");
  return parts;
}

}  // namespace stalemate::tools
