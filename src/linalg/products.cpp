#include "linalg/products.hpp"

#include <Eigen/Core>

namespace posenc {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
Eigen::Map<const RowMajor> view(const double* a, std::size_t rows, std::size_t cols) {
  return {a, static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(cols)};
}
Eigen::Map<RowMajor> view(double* a, std::size_t rows, std::size_t cols) {
  return {a, static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(cols)};
}

}  // namespace

void multiply(double factor, const double* a, std::size_t rows, std::size_t inner, const double* b,
              std::size_t cols, double* out) {
  view(out, rows, cols).noalias() = factor * view(a, rows, inner) * view(b, inner, cols);
}

void multiply_by_transpose(double factor, const double* a, std::size_t rows, std::size_t inner,
                           const double* b, std::size_t cols, double* out) {
  view(out, rows, cols).noalias() =
      factor * view(a, rows, inner) * view(b, cols, inner).transpose();
}

void multiply_transposed(double factor, const double* a, std::size_t inner, std::size_t rows,
                         const double* b, std::size_t cols, double* out) {
  view(out, rows, cols).noalias() =
      factor * view(a, inner, rows).transpose() * view(b, inner, cols);
}

}  // namespace posenc
