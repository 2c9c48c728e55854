#include "linalg/singular_pairs.hpp"

#include <algorithm>
#include <cmath>       // std::fabs, std::sqrt
#include <functional>  // std::greater

#include "linalg/bidiagonal.hpp"
#include "linalg/divide_and_conquer.hpp"
#include "linalg/reflections.hpp"
#include "linalg/scale.hpp"
#include "linalg/tridiagonal.hpp"
#include "linalg/tridiagonal_ql.hpp"

namespace posenc {
namespace {

constexpr std::size_t kRows = 64;  // transposed at once

// [0 Bᵀ; B 0] with rows v_0, u_0, v_1, u_1 …
Tridiagonal alternating(const Bidiagonal& b) {
  Tridiagonal t;
  for (std::size_t i = 0; i < b.diagonal.size(); ++i) {
    t.beside.push_back(b.diagonal[i]);
    if (i < b.above.size()) t.beside.push_back(b.above[i]);
  }
  t.diagonal.resize(2 * b.diagonal.size());
  return t;
}

// all of a square matrix, in columns
Spectrum square_pairs(std::vector<double> a, std::size_t n, std::size_t kept,
                      const Progress& progress) {
  if (n == 1) {  // a row or a column: its length, without a rotation's rounding
    return {{std::fabs(a[0])}, {kept, 1, std::vector<double>(kept, 1.0)}};
  }
  Spectrum out;
  BidiagonalForm form(std::move(a), n);
  form.reduce(progress.part(0, 0.5));
  Tridiagonal t = alternating(form.bidiagonal());
  if (kept == 0) {
    eigenvalues_of(t);
    std::ranges::sort(t.diagonal, std::greater<>());
    out.values = std::move(t.diagonal);
  } else {
    DivideAndConquer solver(std::move(t), kept);
    solver.solve();
    out.values = solver.take_values();
    const std::vector<double> pairs = solver.take_vectors().data;
    out.vectors = {kept, n};
    out.vectors.data.reserve(kept * n);
    const double root = std::sqrt(2.0);
    for (std::size_t i = 0; i < kept * n; ++i) out.vectors.data.push_back(root * pairs[2 * i + 1]);
    orthonormalise(out.vectors);
    form.transform(rows_as_columns(out.vectors));
  }
  out.values.resize(n);
  for (double& x : out.values) x = std::max(x, 0.0);
  return out;
}

}  // namespace

Spectrum singular_pairs_of(std::vector<double> table, std::size_t n, std::size_t d,
                           std::size_t kept, const Progress& progress) {
  const std::size_t rank = std::min(n, d);
  if (rank == 0) return {};
  kept = std::min(kept, rank);
  const double scale = scale_to_one(table);
  // in columns; a wide table's rows are the columns of its transpose already
  std::vector<double> a = std::move(table);
  if (n >= d) {
    std::vector<double> columns(n * d);
    for (std::size_t first = 0; first < n; first += kRows) {
      const std::size_t last = std::min(n, first + kRows);
      for (std::size_t j = 0; j < d; ++j)
        for (std::size_t i = first; i < last; ++i) columns[j * n + i] = a[i * d + j];
    }
    a = std::move(columns);
  }
  Triangular triangular;
  std::vector<double> square;
  if (n == d) {
    square = std::move(a);
  } else {
    const std::size_t rows = std::max(n, d);
    orthogonalise({a.data(), rows, rank, rows}, triangular);
    // P = Q·R, or Rᵀ·Qᵀ, which has the left vectors of Rᵀ
    square.assign(rank * rank, 0);
    for (std::size_t j = 0; j < rank; ++j) {
      for (std::size_t i = 0; i <= j; ++i)
        square[n > d ? j * rank + i : i * rank + j] =
            i == j ? triangular.diagonal[j] : a[j * rows + i];
    }
    if (n < d) a = {};
  }
  Spectrum out = square_pairs(std::move(square), rank, kept, progress);
  if (n > d && kept > 0) {
    Matrix vectors = Matrix::zeros(kept, n);
    for (std::size_t k = 0; k < kept; ++k) std::copy_n(out.vectors.row(k), rank, vectors.row(k));
    apply_reflections({a.data(), n, n, 0, triangular.tau.data(), rank}, rows_as_columns(vectors));
    out.vectors = std::move(vectors);
  }
  for (double& x : out.values) x /= scale;
  return out;
}

}  // namespace posenc
