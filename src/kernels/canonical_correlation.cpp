#include "kernels/canonical_correlation.hpp"

#include <algorithm>

#include "core/passes.hpp"
#include "linalg/basis.hpp"
#include "linalg/products.hpp"

namespace posenc {

Steps canonical_correlation(const Matrix& x, const Matrix& y, CanonicalCorrelation& out) {
  Matrix a, b;
  co_yield basis_steps(x, a);
  co_yield basis_steps(y, b);
  out = {a.cols, b.cols, {}, {}};
  if (a.cols == 0 || b.cols == 0) co_return;
  std::vector<double> across(a.cols * b.cols);
  co_yield multiply_steps(1, transposed(a), b, across.data());
  double sum = 0;
  co_yield sum_of_squares(across, sum);
  const auto [fewer, more] = std::minmax(a.cols, b.cols);
  out.mean_square = sum / static_cast<double>(fewer);
  out.chance = static_cast<double>(more) / static_cast<double>(x.rows - 1);
}

}  // namespace posenc
