// curves FILE [OTHER]: whether a file of --coverage holds curves: counts never fall, executions and bounds
// grow, the last sample is the last bound's. With OTHER, whether a search without reduction (OTHER) has met
// within every bound as many classes and prefixes as the reduced one (FILE) says that there are.
#include <cstdint>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

namespace {

using Json = nlohmann::json;

[[noreturn]] void fail(const std::string& why) {
  std::cerr << "FAILED: " << why << "\n";
  std::exit(1);
}

Json read(const char* path) {
  std::ifstream file(path);
  Json document = Json::parse(file, nullptr, false);
  if (document.is_discarded()) fail(std::string(path) + " is no JSON");
  if (document.at("format") != "stalemate-coverage/1") fail("an unknown format");
  return document;
}

void check_growing(const Json& points, const char* count, bool strictly) {
  std::uint64_t before = 0;
  for (const Json& point : points) {
    if (!point.contains(count) || point.at(count).is_null()) continue;
    const std::uint64_t now = point.at(count);
    if (now < before || (strictly && now == before)) fail(std::string(count) + " does not grow");
    before = now;
  }
}

void check_curves(const Json& document) {
  const Json &samples = document.at("samples"), &bounds = document.at("bounds");
  if (samples.empty()) fail("there are no samples");
  check_growing(samples, "executions", true);
  check_growing(bounds, "executions", false);
  for (const char* count : {"bound", "classes", "prefixes", "states", "prefixes_within"})
    for (const Json* points : {&samples, &bounds}) check_growing(*points, count, false);
  for (std::size_t n = 0; n < bounds.size(); ++n)
    if (bounds[n].at("bound") != n) fail("a bound is missing");
  for (const char* count : {"executions", "classes", "prefixes", "states"})
    if (!bounds.empty() && bounds.back().at(count) != samples.back().at(count))
      fail("the last bound is not the last sample");
}

void check_same(const Json& reduced, const Json& every) {
  const Json &left = reduced.at("bounds"), &right = every.at("bounds");
  for (std::size_t n = 0; n < left.size() && n < right.size(); ++n) {
    const std::string where = " differ within bound " + std::to_string(n);
    if (left[n].at("classes") != right[n].at("classes")) fail("classes" + where);
    if (left[n].at("prefixes_within") != right[n].at("prefixes")) fail("prefixes" + where);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) fail("usage: curves FILE [OTHER]");
  const Json first = read(argv[1]);
  check_curves(first);
  if (argc < 3) return 0;
  const Json second = read(argv[2]);
  check_curves(second);
  check_same(first, second);
}
