#include "identify/estimate.hpp"

#include <algorithm>
#include <cmath>

#include "core/real.hpp"
#include "identify/rough.hpp"  // kTurn

namespace posenc::identification {
namespace {

// Wraps an angle into [-pi, pi).
double wrapped(double angle) { return angle - kTurn * std::floor((angle + kPi) / kTurn); }
double hypotenuse(double a, double b) { return std::sqrt(a * a + b * b); }
double arc_sine(double x) { return real::atan2(x, std::sqrt((1 - x) * (1 + x))); }

// The columns of a pair that have its cosine and its sine.
struct Columns {
  std::optional<std::size_t> cosine, sine;
  bool both() const { return cosine && sine; }
};

class Turning {
 public:
  Turning(const Given& given, const Columns& columns, double amplitude)
      : given_(given), columns_(columns), amplitude_(amplitude) {}

  // The angle per row, first from two rows and then from ever more distant ones, each time with the
  // turns in between.
  struct Found {
    double frequency;
    double rows;
  };
  Found found() const {
    const bool both = columns_.both();
    const double origin = both ? angles(0)[0] : 0;
    const double step = wrapped(angles(1)[0] - origin);
    double frequency = step < -1e-9 ? step + kTurn : std::abs(step);
    if (both && frequency > kPi + 0.2) frequency = std::abs(step);  // no encoding turns so fast
    double rows = 1;
    for (std::size_t k = 2; k < given_.rows; k *= 2) {
      rows = static_cast<double>(k);
      const std::vector<double> all = angles(k);
      // an arc cosine near 1 is inaccurate, so it is recomputed until an angle is large enough
      if (!both && frequency * rows < 0.3) {
        frequency = std::abs(all[0]) / rows;
        continue;
      }
      double nearest = 2 * kTurn;
      for (const double angle : all) {
        const double correction = wrapped(angle - (origin + frequency * rows));
        if (std::abs(correction) < std::abs(nearest)) nearest = correction;
      }
      frequency += nearest / rows;
    }
    return {frequency, rows};
  }

 private:
  // The angles that a row may mean: one if cosine and sine are known, otherwise two.
  std::vector<double> angles(std::size_t row) const {
    if (columns_.both())
      return {real::atan2(given_.at(row, *columns_.sine), given_.at(row, *columns_.cosine))};
    const auto ratio = [&](std::size_t column) {
      return std::clamp(given_.at(row, column) / amplitude_, -1.0, 1.0);
    };
    if (columns_.cosine) {
      const double x = ratio(*columns_.cosine);
      const double angle = real::atan2(std::sqrt((1 - x) * (1 + x)), x);
      return {angle, -angle};
    }
    const double angle = arc_sine(ratio(*columns_.sine));
    return {angle, kPi - angle};
  }

  const Given& given_;
  const Columns& columns_;
  double amplitude_;
};

Estimate listed(const Given& given, const Form& form) {
  Estimate out{std::vector<double>(form.pairs), std::vector<double>(form.pairs)};
  out.rounding.resize(form.pairs);
  out.arithmetic = given.arithmetic;
  const double coarse = given.format == "bf16" ? 0x1p-8 : given.format == "fp16" ? 0x1p-11 : 0;
  for (std::size_t c = 0; c < given.cols; ++c) {
    const std::size_t pair = form.columns[c].pair;
    const double size = std::max(std::abs(given.data[c]), 1e-300);
    out.frequencies[pair] = given.data[c];
    out.rounding[pair] = given.slack(c) / size;
    out.errors[pair] = std::max({1.5e-6, coarse, out.rounding[pair]});
  }
  return out;
}

// From cos^2 + sin^2 of the first row, or from the largest number if one of the two is missing.
double amplitude_of(const Given& given, const std::vector<Columns>& columns) {
  if (columns[0].both()) {
    std::vector<double> sizes;
    for (const Columns& each : columns)
      if (each.both())
        sizes.push_back(hypotenuse(given.at(0, *each.cosine), given.at(0, *each.sine)));
    std::ranges::sort(sizes);
    return sizes[sizes.size() / 2];
  }
  // the slowest cosine begins at 1, the fastest sine comes near it
  const std::size_t column = columns.back().cosine ? *columns.back().cosine : *columns[0].sine;
  double most = 0;
  for (std::size_t row = 0; row < given.rows; ++row)
    most = std::max(most, std::abs(given.at(row, column)));
  return most;
}

}  // namespace

std::optional<Estimate> estimated(const Given& given, const Form& form) {
  if (given.subject == Subject::frequencies) return listed(given, form);
  if (given.rows < 2) return std::nullopt;
  std::vector<Columns> columns(form.pairs);
  for (std::size_t c = 0; c < given.cols; ++c) {
    const auto [pair, wave] = form.columns[c];
    std::optional<std::size_t>& own =
        wave == Wave::cosine ? columns[pair].cosine : columns[pair].sine;
    if (!own) own = c;
  }
  const double amplitude = amplitude_of(given, columns);
  if (!(amplitude > 0)) return std::nullopt;
  const double noise =
      4 * std::max(given.slack(0) / std::max(std::abs(given.data[0]), 1e-30), 0x1p-24);
  Estimate out{{}, {}, amplitude};
  for (const Columns& each : columns) {
    const auto [frequency, rows] = Turning(given, each, amplitude).found();
    out.frequencies.push_back(frequency);
    out.errors.push_back(std::max(1.5e-6, noise / std::max(std::abs(frequency) * rows, 1e-30)));
  }
  return out;
}

}  // namespace posenc::identification
