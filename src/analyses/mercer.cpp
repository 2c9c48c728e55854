#include "analyses/mercer.hpp"

#include <algorithm>
#include <cmath>  // std::sqrt

#include "linalg/eigenpairs.hpp"
#include "linalg/products.hpp"

namespace posenc::mercer_row {

namespace {

constexpr double kResolved = 1e-10;

Count asked_of(const Params& params, Count smaller) {
  return std::min(smaller, Count(params.integer("modes")));
}

}  // namespace

Result<Count> largest(const Params& params, const Sizes& sizes, std::span<const Layer>) {
  constexpr std::uint64_t kMostSide = 4096;
  const Size table = sizes["table"], other = sizes.has("other") ? sizes["other"] : table;
  const Count smaller = std::min(table.rows, table.cols), modes = asked_of(params, smaller);
  if (smaller == 0) return bad_shape("table", "must have at least one row and one column");
  if (auto error = too_large(smaller, kMostSide, "table", "rows or columns, whichever are fewer"))
    return *error;
  return std::max(table.numbers(), modes * other.rows);
}

void run(const Params& params, const Inputs& inputs, std::span<const Layer>, Work& work) {
  const Matrix& table = inputs["table"];
  const Matrix& other = inputs.has("other") ? inputs["other"] : table;
  const std::size_t n = table.rows, d = table.cols;
  if (other.cols != d) {
    work.error = bad_shape("other", "must have ", d, " columns, as table has, got ", other.cols);
    return;
  }
  const auto asked = static_cast<std::size_t>(asked_of(params, std::min(n, d)).value());
  Spectrum s = singular_pairs(table, asked, work.progress);
  double trace = 0;
  for (const double sigma : s.values) trace += sigma * sigma;
  std::size_t modes = 0;
  while (modes < asked && s.values[modes] > 0 &&
         s.values[modes] * s.values[modes] > kResolved * s.values[0] * s.values[0])
    ++modes;
  const double root = std::sqrt(static_cast<double>(n));
  Matrix& samples = s.vectors;
  samples.rows = modes;
  samples.data.resize(modes * n);
  // w_m = Pᵀu_m / σ_m, times √n / σ_m
  Matrix features = Matrix::zeros(modes, d), extended = Matrix::zeros(modes, other.rows);
  multiply(1, samples, table, features.data.data());
  std::vector<double> values, explained;
  double sum = 0;
  for (std::size_t m = 0; m < modes; ++m) {
    const double sigma = s.values[m];
    double* row = features.row(m);
    for (std::size_t c = 0; c < d; ++c) row[c] = row[c] / sigma * (root / sigma);
    values.push_back(sigma * sigma / static_cast<double>(n));
    sum += sigma * sigma;
    explained.push_back(sum / trace);
  }
  multiply(1, features, transposed(other), extended.data.data());
  for (std::size_t e = 0; e < samples.data.size(); ++e) samples.data[e] *= root;
  work.outputs =
      outputs(list("eigenvalues", std::move(values)), Output{"atSamples", std::move(samples)},
              Output{"extended", std::move(extended)}, list("explained", std::move(explained)));
}

}  // namespace posenc::mercer_row
