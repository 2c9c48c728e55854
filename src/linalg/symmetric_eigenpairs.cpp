#include "linalg/symmetric_eigenpairs.hpp"

#include <algorithm>
#include <functional>  // std::greater

#include "linalg/divide_and_conquer.hpp"
#include "linalg/reflections.hpp"
#include "linalg/scale.hpp"
#include "linalg/tridiagonal.hpp"
#include "linalg/tridiagonal_ql.hpp"

namespace posenc {

Spectrum symmetric_eigenpairs(std::vector<double> a, std::size_t n, std::size_t kept,
                              const Progress& progress) {
  Spectrum out;
  if (n == 0) return out;
  const double scale = scale_to_one(a);
  TridiagonalForm form(std::move(a), n);
  form.reduce(progress.part(0, 0.5));
  if (kept > 0) {
    DivideAndConquer solver(form.tridiagonal(), kept);
    solver.solve();
    out.values = solver.take_values();
    out.vectors = solver.take_vectors();
    form.transform(rows_as_columns(out.vectors));
  } else {
    Tridiagonal t = form.tridiagonal();
    eigenvalues_of(t);
    out.values = std::move(t.diagonal);
    std::ranges::make_heap(out.values, std::greater<>());
    std::ranges::sort_heap(out.values, std::greater<>());  // smaller than std::sort (core/sort.hpp)
  }
  for (double& x : out.values) x /= scale;
  return out;
}

}  // namespace posenc
