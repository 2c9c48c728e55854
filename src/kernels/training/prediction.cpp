#include "kernels/training/prediction.hpp"

#include <algorithm>
#include <cmath>  // std::fabs

#include "core/real.hpp"
#include "core/text.hpp"
#include "linalg/eigenpairs.hpp"
#include "linalg/products.hpp"

namespace posenc {

Result<Modes> modes_of(const Matrix& kernel, std::string_view field) {
  const std::size_t n = kernel.rows;
  double largest = 0, apart = 0;
  std::size_t row = 0, column = 0;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      largest = std::max({largest, std::fabs(kernel(i, j)), std::fabs(kernel(j, i))});
      const double d = std::fabs(kernel(i, j) - kernel(j, i));
      if (d > apart) apart = d, row = i, column = j;
    }
  if (apart > 1e-9 * largest)
    return Error{ErrorCode::bad_argument, std::string(field),
                 "must be symmetric; elements (" + std::to_string(row) + ", " +
                     std::to_string(column) + ") and its mirror are " +
                     to_text(kernel(row, column)) + " and " + to_text(kernel(column, row))};
  Spectrum s = eigenpairs(kernel.data.data(), n, n);
  Modes modes{std::move(s.values), std::move(s.vectors)};
  if (n == 0) return modes;
  const double high = modes.values.front(), low = modes.values.back();
  if (low < -1e-6 * std::fabs(high))
    return Error{ErrorCode::bad_argument, std::string(field),
                 "must be positive semi-definite; its eigenvalues reach from " + to_text(low) +
                     " to " + to_text(high)};
  modes.floor = std::max(static_cast<double>(n) * 0x1p-52 * high, -low);
  for (double& value : modes.values)
    if (value < modes.floor) value = 0;
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

Predictor::Predictor(const Modes& modes, const Matrix& y, const Matrix& f0,
                     const Matrix& test_kernel, const Matrix& f0_test)
    : modes_(modes), y_(y), f0_test_(f0_test) {
  const std::size_t n = modes.n(), m = test_kernel.rows;
  std::vector<double> difference(y.data);
  for (std::size_t e = 0; e < difference.size(); ++e) difference[e] -= f0.data[e];
  residuals_.resize(n * y.cols);
  multiply(1, modes.vectors.data(), n, n, difference.data(), y.cols, residuals_.data());
  test_.resize(m * n);
  if (m > 0)
    multiply_by_transpose(1, test_kernel.data.data(), m, n, modes.vectors.data(), n, test_.data());
}

void Predictor::outputs(const std::vector<Evolution>& evolution, double elapsed, double* train,
                        double* test) const {
  const std::size_t n = modes_.n(), columns = y_.cols, m = f0_test_.rows;
  std::vector<double> weighted(n * columns);
  const auto weigh = [&](auto weight) {
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t c = 0; c < columns; ++c)
        weighted[i * columns + c] = weight(i) * residuals_[i * columns + c];
  };
  weigh([&](std::size_t i) { return -evolution[i].factor; });
  multiply_transposed(1, modes_.vectors.data(), n, n, weighted.data(), columns, train);
  for (std::size_t e = 0; e < n * columns; ++e) train[e] += y_.data[e];
  if (m == 0) return;
  const bool noise = elapsed * modes_.floor > 0x1p-20;
  weigh([&](std::size_t i) { return modes_.values[i] == 0 && noise ? 0 : evolution[i].gain; });
  multiply(1, test_.data(), m, n, weighted.data(), columns, test);
  for (std::size_t e = 0; e < m * columns; ++e) test[e] += f0_test_.data[e];
}

}  // namespace posenc
