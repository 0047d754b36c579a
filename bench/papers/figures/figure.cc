#include "figure.h"

#include <cmath>
#include <stdexcept>

namespace papers {
namespace {

using Json = nlohmann::json;

nlohmann::ordered_json to_json(const Axis& axis) {
  return {{"label", axis.label}, {"scale", axis.log ? "log" : "linear"}, {"unit", axis.unit}};
}

Axis axis_of(const Json& json) {
  const std::string scale = json.at("scale");
  if (scale != "log" && scale != "linear") throw std::runtime_error("an axis is linear or log");
  return {json.at("label"), scale == "log", json.at("unit")};
}

}  // namespace

nlohmann::ordered_json to_json(const Figure& figure) {
  nlohmann::ordered_json out;
  out["format"] = "stalemate-figure/1";
  out["title"] = figure.title;
  out["subtitle"] = figure.subtitle;
  out["x"] = to_json(figure.x);
  out["y"] = to_json(figure.y);
  out["series"] = nlohmann::ordered_json::array();
  for (const Series& series : figure.series)
    out["series"].push_back({{"name", series.name}, {"points", series.points}});
  return out;
}

Figure figure_of(const Json& document) {
  if (document.value("format", "") != "stalemate-figure/1") throw std::runtime_error("that is no figure");
  Figure figure;
  figure.title = document.at("title");
  figure.subtitle = document.at("subtitle");
  figure.x = axis_of(document.at("x"));
  figure.y = axis_of(document.at("y"));
  for (const Json& series : document.at("series")) {
    Series& read = figure.series.emplace_back();
    read.name = series.at("name");
    for (const Json& point : series.at("points")) read.points.emplace_back(point.at(0), point.at(1));
    for (std::size_t n = 0; n < read.points.size(); ++n) {
      const auto& [x, y] = read.points[n];
      if (!std::isfinite(x) || !std::isfinite(y) || (n > 0 && x < read.points[n - 1].first))
        throw std::runtime_error("the points of a curve go from left to right");
    }
  }
  return figure;
}

}  // namespace papers
