#include "analyses/mercer.hpp"

#include <algorithm>
#include <cmath>  // std::sqrt

#include "core/passes.hpp"
#include "linalg/eigenpairs.hpp"
#include "linalg/products.hpp"

namespace posenc::mercer_row {

namespace {

constexpr double kResolved = 1e-10;

Count asked_of(const Params& params, Count smaller) {
  return std::min(smaller, Count(params.integer("modes")));
}

}  // namespace

Result<Count> holds(const Params& params, const Sizes& sizes, std::span<const Layer>) {
  constexpr std::uint64_t kMostSide = 4096;
  const Size table = sizes["table"], other = sizes.has("other") ? sizes["other"] : table;
  const Count smaller = std::min(table.rows, table.cols), modes = asked_of(params, smaller);
  if (smaller == 0) return bad_shape("table", "must have at least one row and one column");
  if (auto error = too_large(smaller, kMostSide, "table", "rows or columns, whichever are fewer"))
    return *error;
  return singular_pairs_hold(table.rows, table.cols, modes) +
         modes * (table.rows + other.rows + table.cols) + 4 * modes;
}

Steps steps(const Params& params, const Inputs& inputs, std::span<const Layer>, Work& work) {
  const Matrix& table = inputs["table"];
  const Matrix& other = inputs.has("other") ? inputs["other"] : table;
  const std::size_t n = table.rows, d = table.cols;
  if (other.cols != d) {
    work.error = bad_shape("other", "must have ", d, " columns, as table has, got ", other.cols);
    co_return;
  }
  const auto asked = static_cast<std::size_t>(asked_of(params, std::min(n, d)).value());
  Eigenproblem problem = Eigenproblem::singular(table, asked);
  work.total = problem.expected_cost() + cost_of_product(asked, n, d) +
               cost_of_product(asked, d, other.rows);
  while (problem.advance() < 1) co_yield problem.cost();
  Spectrum s = problem.take();
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
  Matrix features, extended;
  co_yield zeros(features, modes, d);
  co_yield zeros(extended, modes, other.rows);
  co_yield multiply_steps(1, samples, table, features.data.data());
  std::vector<double> values, explained;
  double sum = 0;
  for (std::size_t m = 0; m < modes; ++m) {
    const double sigma = s.values[m];
    double* row = features.row(m);
    co_yield in_parts(d, kPass, [=](std::size_t first, std::size_t end) {
      for (std::size_t c = first; c < end; ++c) row[c] = row[c] / sigma * (root / sigma);
    });
    values.push_back(sigma * sigma / static_cast<double>(n));
    sum += sigma * sigma;
    explained.push_back(sum / trace);
  }
  co_yield multiply_steps(1, features, transposed(other), extended.data.data());
  co_yield in_parts(samples.data.size(), kPass, [&](std::size_t first, std::size_t end) {
    for (std::size_t e = first; e < end; ++e) samples.data[e] *= root;
  });
  work.outputs =
      outputs(list("eigenvalues", std::move(values)), Output{"atSamples", std::move(samples)},
              Output{"extended", std::move(extended)}, list("explained", std::move(explained)));
}

}  // namespace posenc::mercer_row
