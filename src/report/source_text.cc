#include "report/source_text.h"

#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <vector>

namespace stalemate::report {
namespace {

constexpr std::size_t kLargestFile = 32u << 20;

std::vector<std::string> lines_of(const std::string& file) {
  std::vector<std::string> out;
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error) ||
      std::filesystem::file_size(file, error) > kLargestFile)
    return out;
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) out.push_back(std::move(line));
  return out;
}

std::string trimmed(const std::string& line) {
  const std::size_t begin = line.find_first_not_of(" \t\r");
  if (begin == std::string::npos) return {};
  return line.substr(begin, line.find_last_not_of(" \t\r") - begin + 1);
}

}  // namespace

SourceLines read_source_lines() {
  const auto files = std::make_shared<std::map<std::string, std::vector<std::string>>>();
  return [files](const std::string& file, std::uint32_t line) -> std::string {
    if (file.empty() || line == 0) return {};
    auto [known, fresh] = files->try_emplace(file);
    if (fresh) known->second = lines_of(file);
    return line <= known->second.size() ? trimmed(known->second[line - 1]) : std::string();
  };
}

}  // namespace stalemate::report
