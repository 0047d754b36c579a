#include "translation.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace stalemate::kiss {

std::string contents_of(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

Translation::Translation() {
  if (directory_.empty()) throw std::runtime_error("no temporary directory");
}

void Translation::write(const std::string& name, const std::string& text) const {
  std::ofstream(path(name), std::ios::binary) << text;
}

int Translation::run(const std::string& command) {
  const std::string line = "cd " + directory_ + " && { " + command + "; } >output.txt 2>&1";
  const int status = std::system(line.c_str());
  output_ = contents_of(path("output.txt"));
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int Translation::translate(const std::string& arguments) {
  return run(std::string(KISS_TRANSLATE) + " --share " + KISS_SHARE + " --output out.c --table out.json " +
             arguments);
}

Table Translation::table() const {
  auto table = read_table(contents_of(path("out.json")));
  EXPECT_TRUE(table.has_value());
  return table ? *table : Table{};
}

}  // namespace stalemate::kiss
