#include "linalg/basis.hpp"

#include <algorithm>

#include "core/passes.hpp"
#include "linalg/eigenpairs.hpp"
#include "linalg/products.hpp"
#include "linalg/reflections.hpp"

namespace posenc {

Steps basis_steps(const double* table, std::size_t n, std::size_t d, Basis& out, Spectrum* pairs) {
  out = {};
  const std::size_t least = std::min(n, d);
  if (least == 0) co_return;
  Eigenproblem problem = Eigenproblem::singular(table, n, d, least);
  while (problem.advance() < 1) co_yield problem.cost();
  Spectrum s = problem.take();
  const double noise = static_cast<double>(std::max(n, d)) * 0x1p-52 * s.values.front();
  while (out.rank < least && s.values[out.rank] > noise) ++out.rank;
  out.columns.resize(n * out.rank);
  constexpr std::size_t kTile = 32;
  for (std::size_t top = 0; top < n; top += kTile) {
    for (std::size_t r = 0; r < out.rank; ++r)
      for (std::size_t i = top; i < std::min(n, top + kTile); ++i)
        out.columns[i * out.rank + r] = s.vectors[r * n + i];
    co_yield (2 * kPass * static_cast<double>(kTile * out.rank));
  }
  if (pairs != nullptr) *pairs = std::move(s);
}

Basis orthonormal_basis(const double* table, std::size_t n, std::size_t d) {
  Basis basis;
  basis_steps(table, n, d, basis).finish();
  return basis;
}

// Tᵀu = σ·v, whose length is as inexact as a small σ is, but not its direction beside those before
Steps right_vectors_steps(const double* table, std::size_t n, std::size_t d, const double* left,
                          std::size_t count, std::vector<double>& out) {
  out.assign(count * d, 0);
  co_yield multiply_steps(1, {left, n, 1}, count, n, {table, d, 1}, d, out.data());
  co_yield orthonormalise(out, d, count);
}

Steps outside_steps(const Basis& q, const double* b, std::size_t n, std::size_t d, double& out) {
  out = 0;
  std::vector<double> seen(q.rank * d);
  co_yield multiply_steps(1, {q.columns.data(), 1, q.rank}, q.rank, n, {b, d, 1}, d, seen.data());
  std::vector<double> part;
  for (std::size_t first = 0, rows; first < n; first += rows) {
    const double each = cost_of_product(1, q.rank, d) + 2 * static_cast<double>(d);
    rows = items_a_step(each, n - first);
    part.resize(rows * d);
    multiply(1, q.columns.data() + first * q.rank, rows, q.rank, seen.data(), d, part.data());
    for (std::size_t e = 0; e < rows * d; ++e) {
      const double rest = b[first * d + e] - part[e];
      out += rest * rest;
    }
    co_yield each* static_cast<double>(rows);
  }
}

}  // namespace posenc
