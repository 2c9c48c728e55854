#include "kernels/stationarity.hpp"

#include <cmath>  // std::sqrt, std::fabs

namespace posenc::stationarity_detail {

Result<Outputs> run(const Params& params, const Inputs& inputs) {
  const Matrix& k = inputs["kernel"];
  const std::size_t n = k.rows, height = static_cast<std::size_t>(params.integer("gridRows"));
  if (n == 0) return Error{ErrorCode::bad_shape, "kernel", "must have at least one row"};
  if (n % height != 0)
    return Error{ErrorCode::bad_param, "gridRows",
                 "must divide the number of positions " + std::to_string(n) + ", got " +
                     std::to_string(height)};
  const std::size_t width = n / height;
  // offsets (dy, dx) with dy >= 0, and dx >= 0 where dy = 0; dx runs over -(width-1) … width-1
  const std::size_t span = 2 * width - 1;
  const auto offset_of = [&](std::size_t i, std::size_t j) {
    std::size_t a = i / width, b = i % width, c = j / width, d = j % width;
    if (a < c || (a == c && b < d)) std::swap(a, c), std::swap(b, d);
    return (a - c) * span + (b + width - 1 - d);
  };
  std::vector<double> sum(height * span), square(height * span);
  std::vector<std::size_t> count(height * span);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      const std::size_t o = offset_of(i, j);
      sum[o] += k(i, j);
      ++count[o];
    }
  for (std::size_t o = 0; o < sum.size(); ++o)
    if (count[o] > 0) sum[o] /= static_cast<double>(count[o]);
  double rest = 0;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      const std::size_t o = offset_of(i, j);
      const double d = k(i, j) - sum[o];
      square[o] += d * d;
      rest += d * d;
    }
  double projected = 0;
  std::vector<double> mean, spread;
  for (std::size_t o = 0; o < sum.size(); ++o) {
    if (count[o] == 0) continue;
    projected += static_cast<double>(count[o]) * sum[o] * sum[o];
    mean.push_back(sum[o]);
    spread.push_back(std::sqrt(square[o] / static_cast<double>(count[o])));
  }
  const double total = projected + rest;
  double largest = 0;
  const double at_zero = std::fabs(mean[0]);
  for (const double s : spread) largest = s > largest ? s : largest;
  if (at_zero > 0) largest /= at_zero;
  return Outputs{
      scalar("stationarity", total > 0 ? projected / total : 1),
      scalar("nonStationarity", total > 0 ? rest / total : 0),
      list("profileMean", std::move(mean)),
      scalar("largestSpread", largest),
      scalar("isStationary", largest <= 1e-12 ? 1 : 0),
      scalar("normSpread", at_zero > 0 ? spread[0] / at_zero : 0),
      list("profileSpread", std::move(spread)),
  };
}

}  // namespace posenc::stationarity_detail
