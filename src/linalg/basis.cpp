#include "linalg/basis.hpp"

#include <algorithm>

#include "linalg/eigenpairs.hpp"
#include "linalg/products.hpp"
#include "linalg/reflections.hpp"

namespace posenc {

Matrix orthonormal_basis(ConstMatrixView table, Spectrum* pairs, const Progress& progress) {
  const std::size_t n = table.rows, least = std::min(n, table.cols);
  if (least == 0) return {n, 0};
  Spectrum s = singular_pairs(table, least, progress);
  const double noise = static_cast<double>(std::max(n, table.cols)) * 0x1p-52 * s.values.front();
  std::size_t rank = 0;
  while (rank < least && s.values[rank] > noise) ++rank;
  Matrix out = Matrix::zeros(n, rank);
  constexpr std::size_t kTile = 32;
  for (std::size_t top = 0; top < n; top += kTile) {
    for (std::size_t r = 0; r < rank; ++r)
      for (std::size_t i = top; i < std::min(n, top + kTile); ++i) out(i, r) = s.vectors(r, i);
  }
  if (pairs != nullptr) *pairs = std::move(s);
  return out;
}

// Tᵀu = σ·v, whose length is as inexact as a small σ is, but not its direction beside those before
Matrix right_vectors(ConstMatrixView table, ConstMatrixView left) {
  Matrix out = Matrix::zeros(left.rows, table.cols);
  multiply(1, left, table, out.data.data());
  orthonormalise(out);
  return out;
}

double outside(ConstMatrixView q, ConstMatrixView b) {
  constexpr std::size_t kRows = 256;  // at once
  const std::size_t n = b.rows, d = b.cols;
  double out = 0;
  Matrix seen = Matrix::zeros(q.cols, d);
  multiply(1, transposed(q), b, seen.data.data());
  std::vector<double> part;
  for (std::size_t first = 0, rows; first < n; first += rows) {
    rows = std::min(kRows, n - first);
    part.resize(rows * d);
    multiply(1, q.part(first, rows), seen, part.data());
    for (std::size_t e = 0; e < rows * d; ++e) {
      const double rest = b.row(first)[e] - part[e];
      out += rest * rest;
    }
  }
  return out;
}

}  // namespace posenc
