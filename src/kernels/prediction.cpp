#include "kernels/prediction.hpp"

#include <algorithm>
#include <cmath>  // std::fabs

#include "core/real.hpp"
#include "core/text.hpp"
#include "linalg/eigenpairs.hpp"
#include "linalg/products.hpp"
#include "linalg/symmetric_eigenpairs.hpp"
#include "linalg/symmetry.hpp"

namespace posenc {

double cost_of_modes(std::size_t n) { return cost_of_symmetric_eigenpairs(n, n); }
Count modes_hold(Count n) { return symmetric_pairs_hold(n, n); }

Steps modes_steps(const Matrix& kernel, std::string_view field, Modes& out,
                  std::optional<Error>& error) {
  const std::size_t n = kernel.rows;
  out = {};
  if ((error = not_symmetric(kernel.data.data(), n, field))) co_return;
  Eigenproblem problem = Eigenproblem::symmetric(kernel.data.data(), n, n);
  while (problem.advance() < 1) co_yield problem.cost();
  Spectrum s = problem.take();
  out = {std::move(s.values), std::move(s.vectors)};
  if (n == 0) co_return;
  const double high = out.values.front(), low = out.values.back();
  if (low < -1e-6 * std::fabs(high)) {
    error = Error{ErrorCode::bad_argument, std::string(field),
                  "must be positive semi-definite; its eigenvalues reach from " + to_text(low) +
                      " to " + to_text(high)};
    co_return;
  }
  out.floor = std::max(static_cast<double>(n) * 0x1p-52 * high, -low);
  for (double& value : out.values)
    if (value < out.floor) value = 0;
}

Result<Modes> modes_of(const Matrix& kernel, std::string_view field) {
  Modes modes;
  std::optional<Error> error;
  modes_steps(kernel, field, modes, error).finish();
  if (error) return *error;
  return modes;
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
  const std::size_t n = modes_.n(), m = test_kernel.rows, columns = y_.cols;
  std::vector<double> difference(y_.data);
  for (std::size_t e = 0; e < difference.size(); ++e) difference[e] -= f0.data[e];
  residuals_.resize(n * columns);
  for (Steps product = multiply_steps(1, {modes_.vectors.data(), n, 1}, n, n,
                                      {difference.data(), columns, 1}, columns, residuals_.data());
       product.next();)
    co_yield product.cost();
  test_.resize(m * n);
  for (Steps product = multiply_steps(1, {test_kernel.data.data(), n, 1}, m, n,
                                      {modes_.vectors.data(), 1, n}, n, test_.data());
       product.next();)
    co_yield product.cost();
}

Steps Predictor::outputs(const std::vector<Evolution>& evolution, double elapsed, double* train,
                         double* test) const {
  const std::size_t n = modes_.n(), columns = y_.cols, m = f0_test_.rows;
  std::vector<double> weighted(n * columns);
  const auto weigh = [&](auto weight) {
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t c = 0; c < columns; ++c)
        weighted[i * columns + c] = weight(i) * residuals_[i * columns + c];
  };
  weigh([&](std::size_t i) { return -evolution[i].factor; });
  for (Steps product = multiply_steps(1, {modes_.vectors.data(), 1, n}, n, n,
                                      {weighted.data(), columns, 1}, columns, train);
       product.next();)
    co_yield product.cost();
  for (std::size_t e = 0; e < n * columns; ++e) train[e] += y_.data[e];
  if (m == 0) co_return;
  const bool noise = elapsed * modes_.floor > 0x1p-20;
  weigh([&](std::size_t i) { return modes_.values[i] == 0 && noise ? 0 : evolution[i].gain; });
  for (Steps product = multiply_steps(1, {test_.data(), n, 1}, m, n, {weighted.data(), columns, 1},
                                      columns, test);
       product.next();)
    co_yield product.cost();
  for (std::size_t e = 0; e < m * columns; ++e) test[e] += f0_test_.data[e];
}

}  // namespace posenc
