#include "linalg/solve.hpp"

#include <algorithm>
#include <cmath>  // std::fabs

#include "core/params.hpp"  // kInfinity
#include "core/text.hpp"
#include "linalg/cholesky.hpp"
#include "linalg/eigenpairs.hpp"

namespace posenc {
namespace {

Error singular(const std::vector<double>& values, double ridge, std::string_view field) {
  const double high = values.front() + ridge, low = values.back() + ridge;
  // below rounding, the least eigenvalue is known to be small and nothing else
  const double noise =
      static_cast<double>(values.size()) * 0x1p-52 * std::max(std::fabs(high), std::fabs(low));
  const std::string condition =
      std::fabs(low) <= noise || low <= 0 ? "is not finite" : "is " + to_text(high / low);
  return bad_argument(field, "the matrix with ridge ", to_text(ridge),
                      " must be positive definite with a condition number of at most "
                      "4503599627370496 (2^52); its eigenvalues reach from ",
                      to_text(low), " to ", to_text(high), ", so the condition number ", condition,
                      "; a larger ridge mends it");
}

// largest sum of sizes in a column of the symmetric matrix whose lower triangle in columns is a
double norm_of(const std::vector<double>& a, std::size_t n) {
  std::vector<double> sums(n);
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = j; i < n; ++i) {
      sums[j] += std::fabs(a[j * n + i]);
      if (i > j) sums[i] += std::fabs(a[j * n + i]);
    }
  return *std::ranges::max_element(sums);
}

}  // namespace

Result<RidgeSolution> ridge_solve(ConstMatrixView a, double ridge, ConstMatrixView b,
                                  std::string_view field) {
  const std::size_t n = a.rows;
  RidgeSolution out;
  if (n == 0) return out;
  // the upper triangle in rows is the lower one in columns
  std::vector<double> matrix(a.data, a.data + a.size());
  for (std::size_t i = 0; i < n; ++i) matrix[i * n + i] += ridge;
  const double norm = norm_of(matrix, n);
  Cholesky cholesky(std::move(matrix), n);
  cholesky.factor();
  const double inverse = cholesky.positive() ? cholesky.inverse_norm() : kInfinity;
  out.condition = norm * inverse;
  if (!(out.condition <= 0x1p52)) return singular(eigenpairs(a, 0).values, ridge, field);
  out.x = Matrix::zeros(n, b.cols);
  std::vector<double> x(n);
  for (std::size_t c = 0; c < b.cols; ++c) {
    for (std::size_t i = 0; i < n; ++i) x[i] = b(i, c);
    cholesky.solve(x.data());
    for (std::size_t i = 0; i < n; ++i) out.x(i, c) = x[i];
  }
  return out;
}

}  // namespace posenc
