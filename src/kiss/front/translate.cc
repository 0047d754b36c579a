#include "kiss/front/translate.h"

#include <algorithm>
#include <filesystem>

#include "kiss/front/assembly.h"
#include "kiss/front/fault.h"

namespace stalemate::kiss {
namespace {

// In the order of their names, so that the same models give the same program everywhere.
std::vector<std::string> models_in(const std::string& share) {
  std::vector<std::string> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(share + "/models", error))
    if (entry.path().extension() == ".c") files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  return files;
}

Program translated(const Request& request) {
  std::vector<Unit> units;
  for (const std::string& file : request.files)
    units.push_back(parse(file, Role::kProgram, request.share, request.flags));
  for (const std::string& file : request.stubs)
    units.push_back(parse(file, Role::kStub, request.share, request.flags));
  for (const std::string& file : models_in(request.share))
    units.push_back(parse(file, Role::kModel, request.share, {}));
  const Definitions definitions(units);
  const Usage usage(units, definitions);
  return Assembly(units, definitions, usage).assemble();
}

}  // namespace

std::variant<Program, Refusal> translate(const Request& request) {
  try {
    return translated(request);
  } catch (const Fault& fault) {
    return Refusal{fault.sentence};
  }
}

}  // namespace stalemate::kiss
