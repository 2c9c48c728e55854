#include "linalg/factor.hpp"

#include <cmath>  // std::sqrt

#include "core/text.hpp"
#include "linalg/eigenpairs.hpp"
#include "linalg/reflections.hpp"
#include "linalg/semidefinite.hpp"
#include "linalg/symmetry.hpp"

namespace posenc {

Result<Matrix> gram_factor(ConstMatrixView kernel, std::string_view field) {
  const std::size_t n = kernel.rows;
  if (const auto error = not_symmetric(kernel, field)) return *error;
  if (n == 0) return Matrix{};
  const Spectrum s = eigenpairs(kernel, n);
  const Result<double> noise = semidefinite_floor(s.values, field);
  if (!noise) return noise.error();
  std::size_t columns = 0;
  while (columns < n && s.values[columns] > *noise) ++columns;
  Matrix out = Matrix::zeros(n, columns);
  for (std::size_t k = 0; k < columns; ++k)
    for (std::size_t i = 0; i < n; ++i) out(i, k) = std::sqrt(s.values[k]) * s.vectors(k, i);
  return out;
}

Matrix narrow_factor(const Matrix& table) {
  const std::size_t n = table.rows;
  if (table.cols <= n) return table;
  // the rows are the columns of the transpose: Tᵀ = Q·R gives T·Tᵀ = Rᵀ·R
  Matrix reduced = table;
  Triangular r;
  orthogonalise(rows_as_columns(reduced), r);
  Matrix out = Matrix::zeros(n, n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < i; ++k) out(i, k) = reduced(i, k);
    out(i, i) = r.diagonal[i];
  }
  return out;
}

}  // namespace posenc
