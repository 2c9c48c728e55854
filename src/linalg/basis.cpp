#include "linalg/basis.hpp"

#include <algorithm>

#include "core/passes.hpp"
#include "linalg/eigenpairs.hpp"
#include "linalg/products.hpp"
#include "linalg/reflections.hpp"

namespace posenc {

Steps basis_steps(ConstMatrixView table, Matrix& out, Spectrum* pairs) {
  const std::size_t n = table.rows, least = std::min(n, table.cols);
  out = {n, 0};
  if (least == 0) co_return;
  Eigenproblem problem = Eigenproblem::singular(table, least);
  while (problem.advance() < 1) co_yield problem.cost();
  Spectrum s = problem.take();
  const double noise = static_cast<double>(std::max(n, table.cols)) * 0x1p-52 * s.values.front();
  std::size_t rank = 0;
  while (rank < least && s.values[rank] > noise) ++rank;
  out = Matrix::zeros(n, rank);
  constexpr std::size_t kTile = 32;
  for (std::size_t top = 0; top < n; top += kTile) {
    for (std::size_t r = 0; r < rank; ++r)
      for (std::size_t i = top; i < std::min(n, top + kTile); ++i) out(i, r) = s.vectors(r, i);
    co_yield (2 * kPass * static_cast<double>(kTile * rank));
  }
  if (pairs != nullptr) *pairs = std::move(s);
}

Matrix orthonormal_basis(ConstMatrixView table) {
  Matrix basis;
  basis_steps(table, basis).finish();
  return basis;
}

// Tᵀu = σ·v, whose length is as inexact as a small σ is, but not its direction beside those before
Steps right_vectors_steps(ConstMatrixView table, ConstMatrixView left, Matrix& out) {
  out = Matrix::zeros(left.rows, table.cols);
  co_yield multiply_steps(1, left, table, out.data.data());
  co_yield orthonormalise(out);
}

Steps outside_steps(ConstMatrixView q, ConstMatrixView b, double& out) {
  const std::size_t n = b.rows, d = b.cols;
  out = 0;
  Matrix seen = Matrix::zeros(q.cols, d);
  co_yield multiply_steps(1, transposed(q), b, seen.data.data());
  std::vector<double> part;
  for (std::size_t first = 0, rows; first < n; first += rows) {
    const double each = cost_of_product(1, q.cols, d) + 2 * static_cast<double>(d);
    rows = items_a_step(each, n - first);
    part.resize(rows * d);
    multiply(1, q.part(first, rows), seen, part.data());
    for (std::size_t e = 0; e < rows * d; ++e) {
      const double rest = b.row(first)[e] - part[e];
      out += rest * rest;
    }
    co_yield each* static_cast<double>(rows);
  }
}

}  // namespace posenc
