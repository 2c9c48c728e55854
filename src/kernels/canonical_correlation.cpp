#include "kernels/canonical_correlation.hpp"

#include <algorithm>

#include "core/passes.hpp"
#include "linalg/basis.hpp"
#include "linalg/products.hpp"

namespace posenc {

CanonicalCorrelation canonical_correlation(const Matrix& x, const Matrix& y) {
  const Matrix a = orthonormal_basis(x), b = orthonormal_basis(y);
  CanonicalCorrelation out{a.cols, b.cols, {}, {}};
  if (a.cols == 0 || b.cols == 0) return out;
  std::vector<double> across(a.cols * b.cols);
  multiply(1, transposed(a), b, across.data());
  const auto [fewer, more] = std::minmax(a.cols, b.cols);
  out.mean_square = sum_of_squares(across) / static_cast<double>(fewer);
  out.chance = static_cast<double>(more) / static_cast<double>(x.rows - 1);
  return out;
}

}  // namespace posenc
