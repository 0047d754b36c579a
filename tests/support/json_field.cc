// json_field FILE .path[0].to.field: prints one field of a JSON file, so that test scripts need nothing but a
// shell. A string is printed bare, anything else as compact JSON. Exit 1 if there is no such field, 2 if the
// file cannot be read.
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

namespace {

// ".findings[0].kind" as the JSON pointer "/findings/0/kind"; "." is the whole document.
std::string pointer_of(const std::string& path) {
  std::string pointer;
  for (const char c : path) {
    if (c == ']') continue;
    pointer += c == '.' || c == '[' ? '/' : c;
  }
  return pointer == "/" ? "" : pointer;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: json_field FILE .path\n";
    return 2;
  }
  std::ifstream file(argv[1]);
  const nlohmann::json document = nlohmann::json::parse(file, nullptr, /*allow_exceptions=*/false);
  if (document.is_discarded()) {
    std::cerr << argv[1] << ": cannot be read as JSON\n";
    return 2;
  }
  const nlohmann::json::json_pointer pointer(pointer_of(argv[2]));
  if (!document.contains(pointer)) {
    std::cerr << argv[1] << ": no " << argv[2] << "\n";
    return 1;
  }
  const nlohmann::json& field = document[pointer];
  std::cout << (field.is_string() ? field.get<std::string>() : field.dump()) << "\n";
}
