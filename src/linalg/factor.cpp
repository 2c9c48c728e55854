#include "linalg/factor.hpp"

#include <cmath>  // std::sqrt

#include "core/passes.hpp"
#include "core/text.hpp"
#include "linalg/eigenpairs.hpp"
#include "linalg/reflections.hpp"
#include "linalg/semidefinite.hpp"
#include "linalg/symmetry.hpp"

namespace posenc {

Steps gram_factor_steps(const double* kernel, std::size_t n, std::string_view field, Factor& out,
                        std::optional<Error>& error) {
  out = {};
  co_yield symmetry_steps(kernel, n, field, error);
  if (error || n == 0) co_return;
  Eigenproblem problem = Eigenproblem::symmetric(kernel, n, n);
  while (problem.advance() < 1) co_yield problem.cost();
  const Spectrum s = problem.take();
  const Result<double> noise = semidefinite_floor(s.values, field);
  if (!noise) {
    error = noise.error();
    co_return;
  }
  while (out.columns < n && s.values[out.columns] > *noise) ++out.columns;
  out.table.resize(n * out.columns);
  for (std::size_t k = 0; k < out.columns; ++k) {
    for (std::size_t i = 0; i < n; ++i)
      out.table[i * out.columns + k] = std::sqrt(s.values[k]) * s.vectors[k * n + i];
    co_yield (2 * kPass * static_cast<double>(n));
  }
}

Result<Factor> gram_factor(const double* kernel, std::size_t n, std::string_view field) {
  Factor factor;
  std::optional<Error> error;
  gram_factor_steps(kernel, n, field, factor, error).finish();
  if (error) return *error;
  return factor;
}

Steps narrow_factor_steps(const double* table, std::size_t n, std::size_t d, Factor& out) {
  if (d <= n) {
    out.columns = d;
    co_yield copied(table, n * d, out.table);
    co_return;
  }
  // row-major (n, d) read in columns of length d is the transpose: Tᵀ = Q·R gives T·Tᵀ = Rᵀ·R
  std::vector<double> columns;
  co_yield copied(table, n * d, columns);
  Triangular r;
  co_yield orthogonalise(columns.data(), d, n, r);
  out = {n, std::vector<double>(n * n)};
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < i; ++k) out.table[i * n + k] = columns[i * d + k];
    out.table[i * n + i] = r.diagonal[i];
  }
}

Factor narrow_factor(const double* table, std::size_t n, std::size_t d) {
  Factor factor;
  narrow_factor_steps(table, n, d, factor).finish();
  return factor;
}

}  // namespace posenc
