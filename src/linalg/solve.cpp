#include "linalg/solve.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>  // std::fabs

#include "core/text.hpp"
#include "linalg/eigenpairs.hpp"

namespace posenc {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
Eigen::Index index(std::size_t n) { return static_cast<Eigen::Index>(n); }

Error singular(const double* a, std::size_t n, double ridge, std::string_view field) {
  const std::vector<double> values = eigenpairs(a, n, 0).values;
  const double high = values.front() + ridge, low = values.back() + ridge;
  // below rounding, the least eigenvalue is known to be small and nothing else
  const double noise = static_cast<double>(n) * 0x1p-52 * std::max(std::fabs(high), std::fabs(low));
  const std::string condition =
      std::fabs(low) <= noise || low <= 0 ? "is not finite" : "is " + to_text(high / low);
  return {ErrorCode::bad_argument, std::string(field),
          "the matrix with ridge " + to_text(ridge) +
              " must be positive definite with a condition number of at most 4503599627370496 "
              "(2^52); its eigenvalues reach from " +
              to_text(low) + " to " + to_text(high) + ", so the condition number " + condition +
              "; a larger ridge mends it"};
}

}  // namespace

Result<RidgeSolution> ridge_solve(const double* a, std::size_t n, double ridge, const double* b,
                                  std::size_t columns, std::string_view field) {
  RidgeSolution s;
  if (n == 0) return s;
  // a column-major copy of a row-major matrix: its lower triangle is the upper one of A
  Eigen::MatrixXd matrix = Eigen::Map<const Eigen::MatrixXd>(a, index(n), index(n));
  matrix.diagonal().array() += ridge;
  const Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>> cholesky(matrix);
  const bool factored = cholesky.info() == Eigen::Success;
  const double reciprocal = factored ? cholesky.rcond() : 0;
  if (!(reciprocal >= 0x1p-52)) return singular(a, n, ridge, field);
  s.condition = 1 / reciprocal;
  s.x.resize(n * columns);
  Eigen::Map<RowMajor>(s.x.data(), index(n), index(columns)) =
      cholesky.solve(Eigen::Map<const RowMajor>(b, index(n), index(columns)));
  return s;
}

}  // namespace posenc
