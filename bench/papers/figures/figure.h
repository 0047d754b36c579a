// A figure with curves: what is drawn, as numbers. Written as JSON and read back, so that a figure can be
// drawn again, or by something else, without running anything:
//
//   {"format": "stalemate-figure/1", "title": "...", "subtitle": "...",
//    "x": {"label": "...", "scale": "linear"|"log", "unit": ""|"%"}, "y": {... the same},
//    "series": [{"name": "...", "points": [[x, y], ...]}, ...]}
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace papers {

struct Axis {
  std::string label;
  bool log = false;
  std::string unit;  // behind every number: "%" or nothing
};

struct Series {
  std::string name;
  std::vector<std::pair<double, double>> points;  // x never falls
};

struct Figure {
  std::string title, subtitle;
  Axis x, y;
  std::vector<Series> series;
};

nlohmann::ordered_json to_json(const Figure& figure);
// Throws what nlohmann throws, or std::runtime_error, where that is no figure.
Figure figure_of(const nlohmann::json& document);

// Fit to print: without colours the curves still differ by their dashes and marks.
std::string to_svg(const Figure& figure);

}  // namespace papers
