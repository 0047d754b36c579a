#include "figure.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <vector>

namespace papers {
namespace {

Figure small() {
  Figure figure{
      "Growth of <a> & \"b\"", "3 executions", {"executions", true, ""}, {"states", false, "%"}, {}};
  figure.series.push_back({"icb", {{1, 10}, {10, 40}, {1000, 100}}});
  figure.series.push_back({"dfs & more", {{1, 10}, {1000, 12}}});
  return figure;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

// Every tag is closed, in order; nothing that needs an escape stands between them.
bool is_well_formed(const std::string& svg) {
  std::vector<std::string> open;
  std::size_t at = 0;
  while (at < svg.size()) {
    const std::size_t tag = svg.find('<', at);
    const std::string between = svg.substr(at, tag - at);
    if (between.find('>') != std::string::npos) return false;
    for (std::size_t n = between.find('&'); n != std::string::npos; n = between.find('&', n + 1))
      if (between.find(';', n) == std::string::npos) return false;
    if (tag == std::string::npos) break;
    const std::size_t end = svg.find('>', tag);
    if (end == std::string::npos) return false;
    const std::string inside = svg.substr(tag + 1, end - tag - 1);
    if (inside.find('<') != std::string::npos || count(inside, "\"") % 2 != 0) return false;
    const std::string name = inside.substr(0, inside.find_first_of(" /", 1));
    if (inside[0] == '/') {
      if (open.empty() || open.back() != inside.substr(1)) return false;
      open.pop_back();
    } else if (inside.back() != '/') {
      open.push_back(name);
    }
    at = end + 1;
  }
  return open.empty();
}

std::vector<std::pair<double, double>> points_of(const std::string& svg, std::size_t curve) {
  std::size_t at = svg.find("<polyline");
  for (; curve > 0; --curve) at = svg.find("<polyline", at + 1);
  at = svg.find("points=\"", at) + 8;
  std::vector<std::pair<double, double>> points;
  for (const char* text = svg.c_str() + at; *text != '"';) {
    char* end = nullptr;
    const double x = std::strtod(text, &end);
    const double y = std::strtod(end + 1, &end);
    points.emplace_back(x, y);
    text = end + 1;
  }
  return points;
}

TEST(Figure, IsWellFormedAndSaysWhatItShows) {
  const std::string svg = to_svg(small());
  EXPECT_TRUE(is_well_formed(svg)) << svg;
  EXPECT_EQ(count(svg, "<polyline"), 2u);
  for (const char* words : {"Growth of &lt;a&gt; &amp; &quot;b&quot;", ">3 executions<", ">executions<",
                            ">states<", ">icb<", ">dfs &amp; more<", ">1,000<", ">100 %<"})
    EXPECT_EQ(count(svg, words), 1u) << words;
}

TEST(Figure, DrawsLargerValuesFurtherUpAndToTheRight) {
  const std::string svg = to_svg(small());
  const auto points = points_of(svg, 0);
  ASSERT_EQ(points.size(), 3u);
  for (std::size_t n = 1; n < points.size(); ++n) {
    EXPECT_GT(points[n].first, points[n - 1].first);
    EXPECT_LT(points[n].second, points[n - 1].second);
  }
  // Equal factors are equal distances on a logarithmic axis, equal differences on a linear one.
  EXPECT_NEAR((points[2].first - points[1].first) / (points[1].first - points[0].first), 2, 0.01);
  EXPECT_NEAR((points[2].second - points[1].second) / (points[1].second - points[0].second), 2, 0.01);
  const auto other = points_of(svg, 1);
  EXPECT_EQ(other.front(), points.front());
  EXPECT_EQ(other.back().first, points.back().first);
}

TEST(Figure, ComesBackFromItsJson) {
  const Figure figure = figure_of(nlohmann::json::parse(to_json(small()).dump()));
  EXPECT_EQ(to_svg(figure), to_svg(small()));
}

TEST(Figure, WithoutCurvesIsStillAPicture) {
  EXPECT_TRUE(is_well_formed(to_svg({"nothing", "", {"x", false, ""}, {"y", true, ""}, {}})));
}

TEST(Figure, RefusesWhatIsNone) {
  nlohmann::json document = to_json(small());
  document["series"][0]["points"] = {{2, 1}, {1, 1}};
  EXPECT_THROW(figure_of(document), std::runtime_error);
  EXPECT_THROW(figure_of({{"format", "something"}}), std::runtime_error);
  document = to_json(small());
  document["x"]["scale"] = "round";
  EXPECT_THROW(figure_of(document), std::runtime_error);
}

}  // namespace
}  // namespace papers
