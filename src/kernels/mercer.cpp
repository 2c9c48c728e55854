#include "kernels/mercer.hpp"

#include <algorithm>
#include <cmath>  // std::sqrt

#include "linalg/eigenpairs.hpp"

namespace posenc::mercer_detail {

Result<Outputs> run(const Params& params, const Inputs& inputs) {
  constexpr double kResolved = 1e-10;
  constexpr std::size_t kMostSide = 4096;
  const Matrix& table = inputs["table"];
  const Matrix& other = inputs.has("other") ? inputs["other"] : table;
  const std::size_t n = table.rows, d = table.cols, smaller = std::min(n, d);
  if (smaller == 0)
    return Error{ErrorCode::bad_shape, "table", "must have at least one row and one column"};
  if (smaller > kMostSide)
    return Error{ErrorCode::too_large, "table",
                 "the smaller side must be at most " + std::to_string(kMostSide) + ", got " +
                     std::to_string(smaller)};
  if (other.cols != d)
    return Error{ErrorCode::bad_shape, "other",
                 "must have " + std::to_string(d) + " columns, as table has, got " +
                     std::to_string(other.cols)};
  const auto asked = std::min(smaller, static_cast<std::size_t>(params.integer("modes")));
  const Spectrum s = singular_pairs(table.data.data(), n, d, asked);
  double trace = 0;
  for (const double sigma : s.values) trace += sigma * sigma;
  std::size_t modes = 0;
  while (modes < asked && s.values[modes] > 0 &&
         s.values[modes] * s.values[modes] > kResolved * s.values[0] * s.values[0])
    ++modes;
  const double root = std::sqrt(static_cast<double>(n));
  Matrix at_samples = Matrix::zeros(modes, n), extended = Matrix::zeros(modes, other.rows);
  std::vector<double> values, explained;
  std::vector<double> feature(d);  // w_m = Pᵀu_m / σ_m
  double sum = 0;
  for (std::size_t m = 0; m < modes; ++m) {
    const double sigma = s.values[m];
    const double* u = s.vectors.data() + m * n;
    std::ranges::fill(feature, 0.0);
    for (std::size_t i = 0; i < n; ++i) {
      at_samples(m, i) = root * u[i];
      for (std::size_t c = 0; c < d; ++c) feature[c] += u[i] / sigma * table(i, c);
    }
    for (std::size_t x = 0; x < other.rows; ++x) {
      double product = 0;
      for (std::size_t c = 0; c < d; ++c) product += other(x, c) * feature[c];
      extended(m, x) = root / sigma * product;
    }
    values.push_back(sigma * sigma / static_cast<double>(n));
    sum += sigma * sigma;
    explained.push_back(sum / trace);
  }
  return Outputs{list("eigenvalues", std::move(values)),
                 {"atSamples", std::move(at_samples)},
                 {"extended", std::move(extended)},
                 list("explained", std::move(explained))};
}

}  // namespace posenc::mercer_detail
