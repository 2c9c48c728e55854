#include "linalg/singular_pairs.hpp"

#include <algorithm>
#include <cmath>       // std::fabs, std::sqrt
#include <functional>  // std::greater

#include "core/passes.hpp"
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
Steps square_pairs(std::vector<double> a, std::size_t n, std::size_t kept, Spectrum& out) {
  if (n == 1) {  // a row or a column: its length, without a rotation's rounding
    out = {{std::fabs(a[0])}, {kept, 1, std::vector<double>(kept, 1.0)}};
    co_return;
  }
  BidiagonalForm form(std::move(a), n);
  co_yield form.reduce();
  Tridiagonal t = alternating(form.bidiagonal());
  if (kept == 0) {
    co_yield eigenvalues_of(t);
    std::ranges::sort(t.diagonal, std::greater<>());
    out.values = std::move(t.diagonal);
  } else {
    DivideAndConquer solver(std::move(t), kept);
    co_yield solver.solve();
    out.values = solver.take_values();
    const std::vector<double> pairs = solver.take_vectors().data;
    out.vectors = {kept, n};
    out.vectors.data.reserve(kept * n);
    const double root = std::sqrt(2.0);
    co_yield in_parts(kept * n, 2 * kPass, [&](std::size_t first, std::size_t end) {
      for (std::size_t i = first; i < end; ++i) out.vectors.data.push_back(root * pairs[2 * i + 1]);
    });
    co_yield orthonormalise(out.vectors);
    co_yield form.transform(rows_as_columns(out.vectors));
  }
  out.values.resize(n);
  for (double& x : out.values) x = std::max(x, 0.0);
}

}  // namespace

double cost_of_singular_pairs(std::size_t n, std::size_t d, std::size_t kept) {
  const std::size_t rank = std::min(n, d), rows = std::max(n, d);
  double cost = BidiagonalForm::cost_of_reduction(rank);
  if (rows > rank) cost += cost_of_orthogonalising(rows, rank);
  if (kept == 0) return cost + cost_of_eigenvalues(2 * rank);
  kept = std::min(kept, rank);
  cost += DivideAndConquer::cost(2 * rank, kept) + cost_of_orthogonalising(rank, kept) +
          cost_of_reflections(rank, kept, kept) + cost_of_reflections(rank, rank, kept);
  return n > d ? cost + cost_of_reflections(n, rank, kept) : cost;
}

Steps singular_pairs_of(std::vector<double> table, std::size_t n, std::size_t d, std::size_t kept,
                        Spectrum& out) {
  out = {};
  const std::size_t rank = std::min(n, d);
  if (rank == 0) co_return;
  kept = std::min(kept, rank);
  double scale = 1;
  co_yield scale_to_one(table, scale);
  // in columns; a wide table's rows are the columns of its transpose already
  std::vector<double> a = std::move(table);
  if (n >= d) {
    std::vector<double> columns;
    co_yield zeros(columns, n * d);
    for (std::size_t first = 0; first < n; first += kRows) {
      const std::size_t last = std::min(n, first + kRows);
      for (std::size_t j = 0; j < d; ++j)
        for (std::size_t i = first; i < last; ++i) columns[j * n + i] = a[i * d + j];
      co_yield (kCopy * static_cast<double>((last - first) * d));
    }
    a = std::move(columns);
  }
  Triangular triangular;
  std::vector<double> square;
  if (n == d) {
    square = std::move(a);
  } else {
    const std::size_t rows = std::max(n, d);
    co_yield orthogonalise({a.data(), rows, rank, rows}, triangular);
    // P = Q·R, or Rᵀ·Qᵀ, which has the left vectors of Rᵀ
    co_yield zeros(square, rank * rank);
    for (std::size_t j = 0; j < rank; ++j) {
      for (std::size_t i = 0; i <= j; ++i)
        square[n > d ? j * rank + i : i * rank + j] =
            i == j ? triangular.diagonal[j] : a[j * rows + i];
      co_yield (2 * kPass * static_cast<double>(j));
    }
    if (n < d) a = {};
  }
  co_yield square_pairs(std::move(square), rank, kept, out);
  if (n > d && kept > 0) {
    Matrix vectors;
    co_yield zeros(vectors, kept, n);
    for (std::size_t k = 0; k < kept; ++k) std::copy_n(out.vectors.row(k), rank, vectors.row(k));
    co_yield apply_reflections({a.data(), n, n, 0, triangular.tau.data(), rank},
                               rows_as_columns(vectors));
    out.vectors = std::move(vectors);
  }
  for (double& x : out.values) x /= scale;
}

}  // namespace posenc
