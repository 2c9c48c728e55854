#include "kernels/prediction.hpp"

#include <cmath>  // std::floor

#include "core/passes.hpp"
#include "core/real.hpp"
#include "linalg/eigenpairs.hpp"
#include "linalg/products.hpp"
#include "linalg/semidefinite.hpp"
#include "linalg/symmetric_eigenpairs.hpp"
#include "linalg/symmetry.hpp"

namespace posenc {

double cost_of_modes(std::size_t n) { return cost_of_symmetric_eigenpairs(n, n); }
Count modes_hold(Count n) { return symmetric_pairs_hold(n, n); }

Steps modes_steps(const Matrix& kernel, std::string_view field, Modes& out,
                  std::optional<Error>& error) {
  const std::size_t n = kernel.rows;
  out = {};
  co_yield symmetry_steps(kernel, field, error);
  if (error) co_return;
  Eigenproblem problem = Eigenproblem::symmetric(kernel, n);
  while (problem.advance() < 1) co_yield problem.cost();
  Spectrum s = problem.take();
  out = {std::move(s.values), std::move(s.vectors)};
  if (n == 0) co_return;
  const Result<double> floor = semidefinite_floor(out.values, field);
  if (!floor) {
    error = floor.error();
    co_return;
  }
  out.floor = *floor;
  for (double& value : out.values)
    if (value < out.floor) value = 0;
}

Evolution gradient_flow(double eigenvalue, double time) {
  const double x = eigenvalue * time;
  return {real::exp(-x), x > 0 ? -real::expm1(-x) / eigenvalue : time};
}

Evolution gradient_descent(double eigenvalue, double rate, double steps) {
  const double x = eigenvalue * rate;
  if (!(x > 0) || steps == 0) return {1, rate * steps};
  if (x < 1) {
    const double exponent = steps * real::log1p(-x);
    return {real::exp(exponent), -real::expm1(exponent) / eigenvalue};
  }
  const double half = std::floor(steps / 2), sign = steps - 2 * half == 0 ? 1 : -1;
  const double factor = x == 1 ? 0 : sign * real::exp(steps * real::log(x - 1));
  return {factor, (1 - factor) / eigenvalue};
}

Steps Predictor::prepare(const Matrix& f0, const Matrix& test_kernel) {
  std::vector<double> difference;
  difference.reserve(y_.data.size());
  co_yield in_parts(y_.data.size(), kPass, [&](std::size_t first, std::size_t end) {
    for (std::size_t e = first; e < end; ++e) difference.push_back(y_.data[e] - f0.data[e]);
  });
  co_yield zeros(residuals_, y_.rows, y_.cols);
  co_yield multiply_steps(1, modes_.vectors, MatrixView{difference.data(), y_.rows, y_.cols},
                          residuals_.data.data());
  co_yield zeros(test_, test_kernel.rows, modes_.n());
  co_yield multiply_steps(1, test_kernel, transposed(modes_.vectors), test_.data.data());
}

Steps Predictor::outputs(const std::vector<Evolution>& evolution, double elapsed, double* train,
                         double* test) const {
  const std::size_t n = modes_.n(), columns = y_.cols;
  std::vector<double> weights(n);
  Matrix weighted;
  co_yield zeros(weighted, n, columns);
  const auto weigh = [&] {
    return in_parts(n * columns, kPass, [&](std::size_t first, std::size_t end) {
      for (std::size_t e = first; e < end; ++e)
        weighted.data[e] = weights[e / columns] * residuals_.data[e];
    });
  };
  const auto add = [](double* to, const std::vector<double>& from) {
    return in_parts(from.size(), kPass, [to, &from](std::size_t first, std::size_t end) {
      for (std::size_t e = first; e < end; ++e) to[e] += from[e];
    });
  };
  for (std::size_t i = 0; i < n; ++i) weights[i] = -evolution[i].factor;
  co_yield weigh();
  co_yield multiply_steps(1, transposed(modes_.vectors), weighted, train);
  co_yield add(train, y_.data);
  if (f0_test_.rows == 0) co_return;
  const bool noise = elapsed * modes_.floor > 0x1p-20;
  for (std::size_t i = 0; i < n; ++i)
    weights[i] = modes_.values[i] == 0 && noise ? 0 : evolution[i].gain;
  co_yield weigh();
  co_yield multiply_steps(1, test_, weighted, test);
  co_yield add(test, f0_test_.data);
}

}  // namespace posenc
