#include "kernels/canonical_correlation.hpp"

#include <algorithm>

#include "core/passes.hpp"
#include "linalg/basis.hpp"
#include "linalg/products.hpp"

namespace posenc {

Steps canonical_correlation(const Matrix& x, const Matrix& y, CanonicalCorrelation& out) {
  const std::size_t n = x.rows;
  Basis a, b;
  co_yield basis_steps(x.data.data(), n, x.cols, a);
  co_yield basis_steps(y.data.data(), n, y.cols, b);
  out = {a.rank, b.rank, {}, {}};
  if (a.rank == 0 || b.rank == 0) co_return;
  std::vector<double> across(a.rank * b.rank);  // AᵀB
  co_yield multiply_steps(1, {a.columns.data(), 1, a.rank}, a.rank, n,
                          {b.columns.data(), b.rank, 1}, b.rank, across.data());
  double sum = 0;
  co_yield sum_of_squares(across, sum);
  const auto [fewer, more] = std::minmax(a.rank, b.rank);
  out.mean_square = sum / static_cast<double>(fewer);
  out.chance = static_cast<double>(more) / static_cast<double>(n - 1);
}

}  // namespace posenc
