// explore() is asked to write how coverage grows, and says that it does not.
#include <stalemate/stalemate.h>
#include <cstdio>

int main() {
  const auto result = stalemate::explore([] {}, stalemate::Options{}.set("coverage", "growth.json"));
  std::puts(result.error.c_str());
  return result.error.find("an explore() call writes no coverage") == std::string::npos ? 1 : 0;
}
