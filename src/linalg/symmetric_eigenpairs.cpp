#include "linalg/symmetric_eigenpairs.hpp"

#include <algorithm>
#include <functional>  // std::greater

#include "linalg/divide_and_conquer.hpp"
#include "linalg/reflections.hpp"
#include "linalg/scale.hpp"
#include "linalg/tridiagonal.hpp"
#include "linalg/tridiagonal_ql.hpp"

namespace posenc {
double cost_of_symmetric_eigenpairs(std::size_t n, std::size_t kept) {
  return TridiagonalForm::cost_of_reduction(n) +
         (kept > 0 ? DivideAndConquer::cost(n, kept) + cost_of_reflections(n, n, kept)
                   : cost_of_eigenvalues(n));
}

Steps symmetric_eigenpairs(std::vector<double> a, std::size_t n, std::size_t kept, Spectrum& out) {
  out = {};
  if (n == 0) co_return;
  double scale = 1;
  co_yield scale_to_one(a, scale);
  TridiagonalForm form(std::move(a), n);
  co_yield (kPass * static_cast<double>(n * n));
  co_yield form.reduce();
  if (kept > 0) {
    DivideAndConquer solver(form.tridiagonal(), kept);
    co_yield solver.solve();
    out.values = solver.take_values();
    out.vectors = solver.take_vectors();
    co_yield form.transform(rows_as_columns(out.vectors));
  } else {
    Tridiagonal t = form.tridiagonal();
    co_yield eigenvalues_of(t);
    out.values = std::move(t.diagonal);
    std::ranges::make_heap(out.values, std::greater<>());
    std::ranges::sort_heap(out.values, std::greater<>());  // smaller than std::sort (core/sort.hpp)
  }
  for (double& x : out.values) x /= scale;
}

}  // namespace posenc
