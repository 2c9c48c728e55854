#include "linalg/factor.hpp"

#include <cmath>  // std::sqrt

#include "core/passes.hpp"
#include "core/text.hpp"
#include "linalg/eigenpairs.hpp"
#include "linalg/reflections.hpp"
#include "linalg/semidefinite.hpp"
#include "linalg/symmetry.hpp"

namespace posenc {

Steps gram_factor_steps(ConstMatrixView kernel, std::string_view field, Matrix& out,
                        std::optional<Error>& error) {
  const std::size_t n = kernel.rows;
  out = {n, 0};
  co_yield symmetry_steps(kernel, field, error);
  if (error || n == 0) co_return;
  Eigenproblem problem = Eigenproblem::symmetric(kernel, n);
  while (problem.advance() < 1) co_yield problem.cost();
  const Spectrum s = problem.take();
  const Result<double> noise = semidefinite_floor(s.values, field);
  if (!noise) {
    error = noise.error();
    co_return;
  }
  std::size_t columns = 0;
  while (columns < n && s.values[columns] > *noise) ++columns;
  out = Matrix::zeros(n, columns);
  for (std::size_t k = 0; k < columns; ++k) {
    for (std::size_t i = 0; i < n; ++i) out(i, k) = std::sqrt(s.values[k]) * s.vectors(k, i);
    co_yield (2 * kPass * static_cast<double>(n));
  }
}

Result<Matrix> gram_factor(ConstMatrixView kernel, std::string_view field) {
  Matrix factor;
  std::optional<Error> error;
  gram_factor_steps(kernel, field, factor, error).finish();
  if (error) return *error;
  return factor;
}

Steps narrow_factor_steps(const Matrix& table, Matrix& out) {
  const std::size_t n = table.rows;
  if (table.cols <= n) {
    co_yield copied(table, out);
    co_return;
  }
  // the rows are the columns of the transpose: Tᵀ = Q·R gives T·Tᵀ = Rᵀ·R
  Matrix reduced;
  co_yield copied(table, reduced);
  Triangular r;
  co_yield orthogonalise(rows_as_columns(reduced), r);
  out = Matrix::zeros(n, n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < i; ++k) out(i, k) = reduced(i, k);
    out(i, i) = r.diagonal[i];
  }
}

Matrix narrow_factor(const Matrix& table) {
  Matrix factor;
  narrow_factor_steps(table, factor).finish();
  return factor;
}

}  // namespace posenc
