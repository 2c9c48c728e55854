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

Result<Modes> modes_of(const Matrix& kernel, std::string_view field, const Progress& progress) {
  const std::size_t n = kernel.rows;
  if (const auto error = not_symmetric(kernel, field)) return *error;
  Spectrum s = eigenpairs(kernel, n, progress);
  Modes out{std::move(s.values), std::move(s.vectors)};
  if (n == 0) return out;
  const Result<double> floor = semidefinite_floor(out.values, field);
  if (!floor) return floor.error();
  out.floor = *floor;
  for (double& value : out.values)
    if (value < out.floor) value = 0;
  return out;
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

void Predictor::prepare(const Matrix& f0, const Matrix& test_kernel) {
  std::vector<double> difference;
  difference.reserve(y_.data.size());
  for (std::size_t e = 0; e < y_.data.size(); ++e) difference.push_back(y_.data[e] - f0.data[e]);
  residuals_ = Matrix::zeros(y_.rows, y_.cols);
  multiply(1, modes_.vectors, MatrixView{difference.data(), y_.rows, y_.cols},
           residuals_.data.data());
  test_ = Matrix::zeros(test_kernel.rows, modes_.n());
  multiply(1, test_kernel, transposed(modes_.vectors), test_.data.data());
}

void Predictor::outputs(const std::vector<Evolution>& evolution, double elapsed, double* train,
                        double* test) const {
  const std::size_t n = modes_.n(), columns = y_.cols;
  std::vector<double> weights(n);
  Matrix weighted = Matrix::zeros(n, columns);
  const auto weigh = [&] {
    for (std::size_t e = 0; e < n * columns; ++e)
      weighted.data[e] = weights[e / columns] * residuals_.data[e];
  };
  const auto add = [](double* to, const std::vector<double>& from) {
    for (std::size_t e = 0; e < from.size(); ++e) to[e] += from[e];
  };
  for (std::size_t i = 0; i < n; ++i) weights[i] = -evolution[i].factor;
  weigh();
  multiply(1, transposed(modes_.vectors), weighted, train);
  add(train, y_.data);
  if (f0_test_.rows == 0) return;
  const bool noise = elapsed * modes_.floor > 0x1p-20;
  for (std::size_t i = 0; i < n; ++i)
    weights[i] = modes_.values[i] == 0 && noise ? 0 : evolution[i].gain;
  weigh();
  multiply(1, test_, weighted, test);
  add(test, f0_test_.data);
}

}  // namespace posenc
