#include "encodings/resample.hpp"

#include <algorithm>
#include <cmath>  // std::fabs, std::floor
#include <functional>
#include <utility>

#include "core/sizes.hpp"

namespace posenc {
namespace {

// Keys 1981, "Cubic convolution interpolation for digital image processing"
double cubic(double x, double a) {
  x = std::fabs(x);
  if (x < 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
  if (x < 2) return ((x - 5) * x + 8) * a * x - 4 * a;
  return 0;
}
double triangle(double x) { return std::max(0.0, 1 - std::fabs(x)); }

// A source coordinate as a fraction of two small integers (without an offset), so that distances
// from it to source samples are exact.
struct Fraction {
  double top, bottom;
  double value() const { return top / bottom; }
};

AxisWeights::Target antialiased(bool is_cubic, Fraction centre, double scale, std::size_t source) {
  const double stretch = std::max(scale, 1.0);
  const double support = (is_cubic ? 2 : 1) * stretch;
  const auto index = [](double x) { return static_cast<std::size_t>(std::max(x, 0.0)); };
  AxisWeights::Target t;
  t.first = index(centre.value() - support + 0.5);
  const std::size_t end = std::min(index(centre.value() + support + 0.5), source);
  double sum = 0;
  for (std::size_t j = t.first; j < end; ++j) {
    const double middle = static_cast<double>(j) + 0.5;
    const double x = (middle * centre.bottom - centre.top) / (centre.bottom * stretch);
    t.weights.push_back(is_cubic ? cubic(x, -0.5) : triangle(x));
    sum += t.weights.back();
  }
  for (double& w : t.weights) w /= sum;
  return t;
}

// Neighbours outside the source repeat its border.
AxisWeights::Target plain(bool is_cubic, Fraction at, std::size_t source) {
  const auto last = static_cast<std::int64_t>(source) - 1;
  const double floor = std::floor(at.value());
  const double fraction = (at.top - floor * at.bottom) / at.bottom;
  const auto index = static_cast<std::int64_t>(floor);
  const std::int64_t before = is_cubic ? 1 : 0, behind = is_cubic ? 2 : 1;
  const auto clamped = [&](std::int64_t j) {
    return static_cast<std::size_t>(std::clamp(j, std::int64_t{0}, last));
  };
  AxisWeights::Target t;
  t.first = clamped(index - before);
  t.weights.resize(clamped(index + behind) - t.first + 1);
  for (std::int64_t k = -before; k <= behind; ++k) {
    const double x = static_cast<double>(k) - fraction;
    t.weights[clamped(index + k) - t.first] += is_cubic ? cubic(x, -0.75) : triangle(x);
  }
  return t;
}

}  // namespace

AxisWeights axis_weights(const Resampling& r, std::size_t source, std::size_t target) {
  const bool is_cubic =
      r.method == Resampling::bicubic || r.method == Resampling::bicubic_antialias;
  const bool antialias =
      r.method == Resampling::bicubic_antialias || r.method == Resampling::bilinear_antialias;
  // scale = from / to: with corners aligned, the ratio of first-to-last distances
  const std::size_t aligned = r.align_corners ? 1 : 0;
  const double from = target > aligned ? static_cast<double>(source - aligned) : 0;
  const double to = target > aligned ? static_cast<double>(target - aligned) + r.offset : 1;
  AxisWeights w;
  w.source = source;
  for (std::size_t i = 0; i < target; ++i) {
    const double index = static_cast<double>(i), middle = 2 * index + 1;  // in half samples
    if (antialias)
      w.targets.push_back(antialiased(is_cubic, {middle * from, 2 * to}, from / to, source));
    else if (!is_cubic && source == target)  // PyTorch copies, ignoring the offset
      w.targets.push_back({i, {1.0}});
    else if (r.align_corners)
      w.targets.push_back(plain(is_cubic, {index * from, to}, source));
    else
      w.targets.push_back(plain(is_cubic, {middle * from - to, 2 * to}, source));
  }
  return w;
}

std::vector<double> dense(const AxisWeights& w) {
  std::vector<double> out(w.targets.size() * w.source);
  for (std::size_t i = 0; i < w.targets.size(); ++i)
    std::ranges::copy(w.targets[i].weights,
                      out.begin() + static_cast<std::ptrdiff_t>(i * w.source + w.targets[i].first));
  return out;
}

std::vector<double> resample(std::span<const double> grid, std::size_t channels,
                             const AxisWeights& y, const AxisWeights& x) {
  // Resamples x first, then y, or the other way round if the intermediate result is smaller. So it
  // is never larger than the larger of source and result.
  const std::size_t columns = x.targets.size(), row = columns * channels;
  const auto add = [](double weight, const double* from, std::size_t n, double* to) {
    for (std::size_t c = 0; c < n; ++c) to[c] += weight * from[c];
  };
  // (rows, x.source, channels) → (rows, columns, channels)
  const auto along_x = [&](std::span<const double> from, std::size_t rows) {
    std::vector<double> out(rows * row);
    for (std::size_t r = 0; r < rows; ++r)
      for (std::size_t i = 0; i < columns; ++i)
        for (std::size_t k = 0; k < x.targets[i].weights.size(); ++k)
          add(x.targets[i].weights[k],
              from.data() + (r * x.source + x.targets[i].first + k) * channels, channels,
              out.data() + r * row + i * channels);
    return out;
  };
  // (y.source, n) → (y.targets, n)
  const auto along_y = [&](std::span<const double> from, std::size_t n) {
    std::vector<double> out(y.targets.size() * n);
    for (std::size_t i = 0; i < y.targets.size(); ++i)
      for (std::size_t k = 0; k < y.targets[i].weights.size(); ++k)
        add(y.targets[i].weights[k], from.data() + (y.targets[i].first + k) * n, n,
            out.data() + i * n);
    return out;
  };
  if (Count(y.source) * columns <= Count(y.targets.size()) * x.source)
    return along_y(along_x(grid, y.source), row);
  return along_x(along_y(grid, x.source * channels), y.targets.size());
}

Lazy<std::vector<double>> resampled(Lazy<std::vector<double>> learned, std::size_t first,
                                    std::size_t channels, AxisWeights y, AxisWeights x) {
  return Lazy<std::vector<double>>(std::function(
      [learned = std::move(learned), first, channels, y = std::move(y), x = std::move(x)] {
        return resample(std::span(*learned).subspan(first), channels, y, x);
      }));
}

}  // namespace posenc
