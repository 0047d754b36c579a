// Makes figures of what `stalemate run --coverage` has written (docs/json.md):
//
//   draw_figure share FIELD TITLE SUBTITLE OUT NAME=FILE...   how much of all there is, by bound
//   draw_figure growth FIELD TITLE SUBTITLE OUT NAME=FILE...  how much, by executions
//   draw_figure svg OUT                                       draws OUT.svg again from OUT.json
//   draw_figure last FIELD FILE                               the count after the last execution
//
// The first two write OUT.json and OUT.svg. FIELD is classes, prefixes, states, or of a share
// prefixes_within; with several, as in classes,states, the first curve is of the first one, and so on.
#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "figure.h"

namespace papers {
namespace {

using Json = nlohmann::json;

[[noreturn]] void stop(const std::string& why) { throw std::runtime_error(why); }

Json read(const std::string& path) {
  std::ifstream file(path);
  if (!file) stop(path + " cannot be read");
  Json document = Json::parse(file, nullptr, false);
  if (document.is_discarded()) stop(path + " is no JSON");
  return document;
}

Json read_coverage(const std::string& path) {
  Json document = read(path);
  if (document.value("format", "") != "stalemate-coverage/1") stop(path + " was not written by --coverage");
  return document;
}

void write(const std::string& path, const std::string& text) {
  std::ofstream file(path);
  if (!(file << text).flush()) stop(path + " cannot be written");
}

double count(const Json& sample, const std::string& field, const std::string& path) {
  if (!sample.contains(field) || sample.at(field).is_null()) stop(path + " does not know " + field);
  return sample.at(field);
}

// The whole is what there is within the last bound, which must be all: the search had no limit and met none.
Series share(const std::string& name, const std::string& path, const std::string& field) {
  const Json document = read_coverage(path);
  const Json& bound_reached = document.at("bound");
  const bool whole_search = document.at("limit").is_null() && bound_reached.at("limit").is_null();
  if (!whole_search || bound_reached.at("completed").is_null())
    stop(path + " is of a search that is not complete");
  const Json& bounds = document.at("bounds");
  if (bounds.empty()) stop(path + " has no bounds");
  const double whole = count(bounds.back(), field, path);
  Series series{name, {}};
  for (const Json& bound : bounds)
    series.points.emplace_back(bound.at("bound"), 100 * count(bound, field, path) / whole);
  return series;
}

Series growth(const std::string& name, const std::string& path, const std::string& field) {
  Series series{name, {}};
  const Json document = read_coverage(path);
  for (const Json& sample : document.at("samples"))
    series.points.emplace_back(sample.at("executions"), count(sample, field, path));
  return series;
}

std::string what(const std::string& field) {
  if (field == "classes") return "classes of executions";
  if (field == "states") return "states (signatures)";
  return "states (happens-before graphs)";
}

void draw(const Figure& figure, const std::string& out) {
  write(out + ".json", to_json(figure).dump() + "\n");
  write(out + ".svg", to_svg(figure));
}

void make(const std::string& kind, const std::vector<std::string>& words) {
  if (words.size() < 5) stop("usage: draw_figure " + kind + " FIELD TITLE SUBTITLE OUT NAME=FILE...");
  std::vector<std::string> fields;
  std::istringstream listed(words[0]);
  for (std::string field; std::getline(listed, field, ',');) fields.push_back(field);
  const bool shares = kind == "share";
  Figure figure{words[1], words[2], {}, {}, {}};
  figure.x = {shares ? "preemptions, at most" : "executions", !shares, ""};
  const std::string counted = fields.size() > 1 ? "share" : what(fields.at(0));
  figure.y = shares ? Axis{counted + " covered", false, "%"} : Axis{"distinct " + counted, true, ""};
  for (std::size_t n = 4; n < words.size(); ++n) {
    const std::size_t equals = words[n].find('=');
    if (equals == std::string::npos) stop(words[n] + " is not NAME=FILE");
    const std::string name = words[n].substr(0, equals), path = words[n].substr(equals + 1);
    const std::string& field = fields.size() > 1 ? fields.at(n - 4) : fields[0];
    figure.series.push_back(shares ? share(name, path, field) : growth(name, path, field));
  }
  // Who has covered everything stays there.
  for (Series& series : figure.series)
    if (shares && !series.points.empty())
      for (const Series& other : figure.series)
        while (series.points.back().first < other.points.back().first)
          series.points.emplace_back(series.points.back().first + 1, 100.0);
  draw(figure, words[3]);
}

int run(const std::vector<std::string>& words) {
  const std::string kind = words.empty() ? "" : words[0];
  if (kind == "share" || kind == "growth") {
    make(kind, {words.begin() + 1, words.end()});
  } else if (kind == "svg" && words.size() == 2) {
    write(words[1] + ".svg", to_svg(figure_of(read(words[1] + ".json"))));
  } else if (kind == "last" && words.size() == 3) {
    std::printf("%.0f\n", count(read_coverage(words[2]).at("samples").back(), words[1], words[2]));
  } else {
    stop("usage: draw_figure share|growth|svg|last ...");
  }
  return 0;
}

}  // namespace
}  // namespace papers

int main(int argc, char** argv) {
  try {
    return papers::run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::cerr << "draw_figure: " << error.what() << "\n";
    return 2;
  }
}
