#include "kiss/front/parse.h"

#include <filesystem>

#include "kiss/front/fault.h"

namespace stalemate::kiss {
namespace {

constexpr const char* kNotC[] = {".cc", ".cpp", ".cxx", ".C", ".c++"};

std::vector<std::string> command_line(const std::string& file, const std::string& share,
                                      const std::vector<std::string>& flags) {
  std::vector<std::string> line = {"clang", "-x", "c", "-w", "-fsyntax-only", "-fno-builtin-alloca"};
  // The models' pthread.h comes before the system's, whose types would clash with it.
  line.insert(line.end(), {"-isystem", share + "/include", "-D__STALEMATE_KISS__=1"});
  line.insert(line.end(), {"-I", share});
  // An installation has PREFIX/share/stalemate/kiss beside PREFIX/include.
  const auto prefix = std::filesystem::absolute(share).lexically_normal().parent_path().parent_path();
  line.insert(line.end(), {"-isystem", prefix.parent_path() / "include"});
  line.insert(line.end(), flags.begin(), flags.end());
  line.push_back(file);
  return line;
}

void refuse_first_error(const clang::ASTUnit& ast, const std::string& file) {
  for (auto each = ast.stored_diag_begin(); each != ast.stored_diag_end(); ++each) {
    if (each->getLevel() < clang::DiagnosticsEngine::Error) continue;
    const std::string message = each->getMessage().str();
    if (each->getLocation().isInvalid()) throw Fault{file + ": " + message, true};
    refuse(each->getLocation().getManager(), each->getLocation(), message);
  }
}

}  // namespace

Place place_of(const clang::SourceManager& sources, clang::SourceLocation where) {
  const clang::PresumedLoc loc = sources.getPresumedLoc(sources.getExpansionLoc(where));
  if (loc.isInvalid()) return {};
  return {loc.getFilename(), loc.getLine(), loc.getColumn()};
}

void refuse(const clang::SourceManager& sources, clang::SourceLocation where, const std::string& sentence) {
  const Place place = place_of(sources, where);
  throw Fault{place.file + ":" + std::to_string(place.line) + ": " + sentence, true};
}

Unit parse(const std::string& file, Role role, const std::string& share,
           const std::vector<std::string>& flags) {
  const std::filesystem::path path(file);
  for (const char* suffix : kNotC)
    if (path.extension() == suffix) throw Fault{file + ": C++ is not supported; kiss reads C", true};
  std::error_code error;
  if (!std::filesystem::exists(path, error)) throw Fault{file + ": there is no such file", true};
  if (!std::filesystem::is_regular_file(path, error)) throw Fault{file + ": is not a file", true};

  const std::vector<std::string> line = command_line(file, share, flags);
  std::vector<const char*> arguments;
  for (const std::string& each : line) arguments.push_back(each.c_str());
  auto diagnostics = clang::CompilerInstance::createDiagnostics(new clang::DiagnosticOptions);
  std::unique_ptr<clang::ASTUnit> broken;
  std::unique_ptr<clang::ASTUnit> ast = clang::ASTUnit::LoadFromCommandLine(
      arguments.data(), arguments.data() + arguments.size(),
      std::make_shared<clang::PCHContainerOperations>(), diagnostics, KISS_CLANG_RESOURCES, false, "", false,
      clang::CaptureDiagsKind::All, {}, true, 0, clang::TU_Complete, false, false, false,
      clang::SkipFunctionBodiesScope::None, false, false, false, false, std::nullopt, &broken);
  if (broken != nullptr) refuse_first_error(*broken, file);
  if (ast == nullptr) throw Fault{file + ": clang cannot read this file with these flags", true};
  refuse_first_error(*ast, file);
  return {std::move(ast), role, file};
}

}  // namespace stalemate::kiss
