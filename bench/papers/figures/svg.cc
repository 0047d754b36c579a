// Draws a figure: axes with ticks and units, a light grid, curves that differ by colour, dashes and marks,
// and a legend beside them in the order in which the curves end.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "figure.h"

namespace papers {
namespace {

constexpr double kWidth = 780, kHeight = 440;
constexpr double kLeft = 96, kRight = 578, kTop = 64, kBottom = 376;
constexpr int kMarksEach = 8;

struct Pen {
  const char* colour;
  const char* dashes;
  char mark;
};

// Colours that people who see few of them can tell apart, from dark to light; each with dashes of its own.
constexpr std::array<Pen, 7> kPens = {{{"#000000", "", 'o'},
                                       {"#0072b2", "9 4", 's'},
                                       {"#d55e00", "2 3", 't'},
                                       {"#009e73", "9 3 2 3", 'd'},
                                       {"#cc79a7", "5 3", 'x'},
                                       {"#7a5c00", "12 3 2 3 2 3", 'v'},
                                       {"#56b4e9", "3 2 1 2", '+'}}};

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value);
  std::string out = text;
  if (out.ends_with(".0")) out.resize(out.size() - 2);
  return out == "-0" ? "0" : out;
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

// 25000 as 25,000.
std::string grouped(double value) {
  std::string digits = number(value);
  const std::size_t whole = std::min(digits.find('.'), digits.size());
  for (std::size_t at = whole; at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

// From values to places, and where the ticks are.
class Scale {
 public:
  Scale(const Axis& axis, double least, double most, double from, double to)
      : log_(axis.log), from_(from), to_(to) {
    if (log_) {
      least_ = std::floor(std::log10(std::max(least, 1.0)));
      most_ = std::log10(rounded_up(std::max(most, 10.0)));
      for (double power = least_; power <= most_ + 1e-9; ++power) {
        ticks_.push_back(std::pow(10, power));
        for (double factor = 2; factor < 10; ++factor)
          if (power + std::log10(factor) < most_ + 1e-9) small_ticks_.push_back(factor * ticks_.back());
      }
      return;
    }
    least_ = 0;
    const double step = step_for(std::max(most, 1.0));
    most_ = std::ceil(most / step - 1e-9) * step;
    for (double tick = 0; tick <= most_ + step / 2; tick += step) ticks_.push_back(tick);
  }

  double place(double value) const {
    const double at = log_ ? std::log10(std::max(value, 1.0)) : value;
    return from_ + (to_ - from_) * (at - least_) / std::max(most_ - least_, 1e-9);
  }
  const std::vector<double>& ticks() const { return ticks_; }
  const std::vector<double>& small_ticks() const { return small_ticks_; }  // without a number

 private:
  static double rounded_up(double value) {
    const double power = std::pow(10, std::floor(std::log10(value) + 1e-9));
    for (const double factor : {1.0, 2.0, 3.0, 5.0})
      if (value <= power * factor * (1 + 1e-9)) return power * factor;
    return power * 10;
  }

  // 1, 2 or 5 times a power of ten, five to ten of them.
  static double step_for(double most) {
    const double power = std::pow(10, std::floor(std::log10(most / 5)));
    for (const double factor : {1.0, 2.0, 5.0, 10.0})
      if (most / (power * factor) <= 10) return std::max(1.0, power * factor);
    return most;
  }

  bool log_;
  double from_, to_, least_ = 0, most_ = 1;
  std::vector<double> ticks_, small_ticks_;
};

class Drawing {
 public:
  explicit Drawing(const Figure& figure)
      : figure_(figure),
        x_(figure.x, extreme(true, false), extreme(true, true), kLeft, kRight),
        y_(figure.y, extreme(false, false), extreme(false, true), kBottom, kTop) {}

  std::string svg() {
    out_ = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + number(kWidth) + "\" height=\"" +
           number(kHeight) + "\" viewBox=\"0 0 " + number(kWidth) + " " + number(kHeight) +
           "\" font-family=\"DejaVu Sans, Helvetica, Arial, sans-serif\" font-size=\"12\">\n"
           "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";
    text(kLeft, 26, figure_.title, "font-size=\"15\" font-weight=\"bold\"");
    text(kLeft, 46, figure_.subtitle, "fill=\"#333\"");
    draw_axes();
    for (std::size_t n = 0; n < figure_.series.size(); ++n) draw_curve(n);
    draw_legend();
    return out_ + "</svg>\n";
  }

 private:
  double extreme(bool of_x, bool most) const {
    double found = most ? 0 : 1e300;
    for (const Series& series : figure_.series)
      for (const auto& [x, y] : series.points)
        found = most ? std::max(found, of_x ? x : y) : std::min(found, of_x ? x : y);
    return found;
  }

  void text(double x, double y, const std::string& words, const std::string& attributes) {
    out_ += "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" " + attributes + ">" + escaped(words) +
            "</text>\n";
  }
  void line(double x1, double y1, double x2, double y2, const std::string& attributes) {
    out_ += "<line x1=\"" + number(x1) + "\" y1=\"" + number(y1) + "\" x2=\"" + number(x2) + "\" y2=\"" +
            number(y2) + "\" " + attributes + "/>\n";
  }

  void draw_axes() {
    for (const double tick : x_.ticks()) {
      const double at = x_.place(tick);
      line(at, kTop, at, kBottom, "stroke=\"#ddd\"");
      line(at, kBottom, at, kBottom + 5, "stroke=\"black\"");
      text(at, kBottom + 19, grouped(tick) + spaced(figure_.x.unit), "text-anchor=\"middle\"");
    }
    for (const double tick : y_.ticks()) {
      const double at = y_.place(tick);
      line(kLeft, at, kRight, at, "stroke=\"#ddd\"");
      line(kLeft - 5, at, kLeft, at, "stroke=\"black\"");
      text(kLeft - 9, at + 4, grouped(tick) + spaced(figure_.y.unit), "text-anchor=\"end\"");
    }
    for (const double tick : x_.small_ticks())
      line(x_.place(tick), kBottom, x_.place(tick), kBottom + 3, "stroke=\"black\" stroke-width=\"0.7\"");
    for (const double tick : y_.small_ticks())
      line(kLeft - 3, y_.place(tick), kLeft, y_.place(tick), "stroke=\"black\" stroke-width=\"0.7\"");
    out_ += "<rect x=\"" + number(kLeft) + "\" y=\"" + number(kTop) + "\" width=\"" + number(kRight - kLeft) +
            "\" height=\"" + number(kBottom - kTop) + "\" fill=\"none\" stroke=\"black\"/>\n";
    text((kLeft + kRight) / 2, kBottom + 44, figure_.x.label, "text-anchor=\"middle\" font-size=\"13\"");
    const std::string middle = number((kTop + kBottom) / 2);
    text(16, (kTop + kBottom) / 2, figure_.y.label,
         "text-anchor=\"middle\" font-size=\"13\" transform=\"rotate(-90 16 " + middle + ")\"");
  }

  static std::string spaced(const std::string& unit) { return unit.empty() ? "" : " " + unit; }

  // Points that lie closer than a pixel to the one before say nothing; the last one does.
  std::vector<std::pair<double, double>> places(const Series& series) const {
    std::vector<std::pair<double, double>> all;
    for (const auto& [x, y] : series.points) {
      const std::pair<double, double> place(x_.place(x), y_.place(y));
      const bool near = !all.empty() && std::abs(all.back().first - place.first) < 1.5 &&
                        std::abs(all.back().second - place.second) < 1.5;
      if (!near || &series.points.back().first == &x) all.push_back(place);
    }
    return all;
  }

  void draw_curve(std::size_t n) {
    const Pen& pen = kPens[n % kPens.size()];
    const auto all = places(figure_.series[n]);
    if (all.empty()) return;
    out_ += "<polyline fill=\"none\" stroke=\"" + std::string(pen.colour) + "\" stroke-width=\"1.8\"" +
            dashes(pen) + " points=\"";
    for (const auto& [x, y] : all) out_ += number(x) + "," + number(y) + " ";
    out_ += "\"/>\n";
    // Marks at equal distances, each curve's a little further than the one's before: none hides another.
    if (all.size() <= 2 * kMarksEach) {
      for (const auto& [x, y] : all) draw_mark(pen, x, y);
      return;
    }
    const double width = all.back().first - all.front().first;
    double due = all.front().first + width * (0.5 + 0.12 * static_cast<double>(n)) / kMarksEach;
    for (const auto& [x, y] : all) {
      if (x < due) continue;
      draw_mark(pen, x, y);
      while (due <= x) due += std::max(width / kMarksEach, 1.0);
    }
  }

  static std::string dashes(const Pen& pen) {
    return *pen.dashes == '\0' ? "" : " stroke-dasharray=\"" + std::string(pen.dashes) + "\"";
  }

  void draw_mark(const Pen& pen, double x, double y) {
    const std::string stroke = std::string(" stroke=\"") + pen.colour + "\" stroke-width=\"1.4\"";
    const std::string hollow = " fill=\"white\"" + stroke + "/>\n";
    const auto at = [&](double dx, double dy) { return number(x + dx) + "," + number(y + dy) + " "; };
    switch (pen.mark) {
      case 'o':
        out_ += "<circle cx=\"" + number(x) + "\" cy=\"" + number(y) + "\" r=\"3.6\"" + hollow;
        return;
      case 's':
        out_ += "<rect x=\"" + number(x - 3.4) + "\" y=\"" + number(y - 3.4) +
                "\" width=\"6.8\" height=\"6.8\"" + hollow;
        return;
      case 't':
        out_ += "<polygon points=\"" + at(0, -4.4) + at(4.2, 3.4) + at(-4.2, 3.4) + "\"" + hollow;
        return;
      case 'v':
        out_ += "<polygon points=\"" + at(0, 4.4) + at(4.2, -3.4) + at(-4.2, -3.4) + "\"" + hollow;
        return;
      case 'd':
        out_ += "<polygon points=\"" + at(0, -4.8) + at(4.2, 0) + at(0, 4.8) + at(-4.2, 0) + "\"" + hollow;
        return;
      case 'x':
        line(x - 3.4, y - 3.4, x + 3.4, y + 3.4, stroke);
        line(x - 3.4, y + 3.4, x + 3.4, y - 3.4, stroke);
        return;
      default: line(x - 4.4, y, x + 4.4, y, stroke); line(x, y - 4.4, x, y + 4.4, stroke);
    }
  }

  // The curve that ends highest first.
  void draw_legend() {
    std::vector<std::size_t> order(figure_.series.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto last = [this](std::size_t n) {
      const auto& points = figure_.series[n].points;
      return points.empty() ? 0.0 : points.back().second;
    };
    std::stable_sort(order.begin(), order.end(),
                     [&last](std::size_t a, std::size_t b) { return last(a) > last(b); });
    double y = kTop + 10;
    for (const std::size_t n : order) {
      const Pen& pen = kPens[n % kPens.size()];
      const double x = kRight + 16;
      line(x, y, x + 34, y, "stroke=\"" + std::string(pen.colour) + "\" stroke-width=\"1.8\"" + dashes(pen));
      draw_mark(pen, x + 17, y);
      text(x + 42, y + 4, figure_.series[n].name, "");
      y += 22;
    }
  }

  const Figure& figure_;
  Scale x_, y_;
  std::string out_;
};

}  // namespace

std::string to_svg(const Figure& figure) { return Drawing(figure).svg(); }

}  // namespace papers
