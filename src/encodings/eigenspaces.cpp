#include "encodings/eigenspaces.hpp"

#include <algorithm>
#include <cmath>  // std::sqrt, std::fabs

namespace posenc {
namespace {

constexpr double kSameValue = 1e-10, kSamePivot = 1e-8;

// Replaces orthonormal rows by the canonical basis of their span.
void canonical_basis(MatrixView rows) {
  const std::size_t m = rows.rows, n = rows.cols;
  std::vector<double> basis, v(n);
  for (std::size_t k = 0; k < m; ++k) {
    std::vector<double> projector(n);  // diagonal of the projector
    for (std::size_t r = 0; r < m; ++r)
      for (std::size_t i = 0; i < n; ++i) projector[i] += rows(r, i) * rows(r, i);
    const double largest = *std::max_element(projector.begin(), projector.end());
    std::size_t pivot = 0;
    while (projector[pivot] < largest - kSamePivot) ++pivot;
    std::fill(v.begin(), v.end(), 0.0);
    for (std::size_t r = 0; r < m; ++r)
      for (std::size_t i = 0; i < n; ++i) v[i] += rows(r, pivot) * rows(r, i);
    const double length = std::sqrt(projector[pivot]);
    for (double& x : v) x /= length;
    basis.insert(basis.end(), v.begin(), v.end());
    // removes the part along v from the rows: the projector of their span becomes P - v vᵀ
    for (std::size_t r = 0; r < m; ++r) {
      double along = 0;
      for (std::size_t i = 0; i < n; ++i) along += rows(r, i) * v[i];
      for (std::size_t i = 0; i < n; ++i) rows(r, i) -= along * v[i];
    }
  }
  std::copy(basis.begin(), basis.end(), rows.data);
}

}  // namespace

Eigenspaces eigenspaces(const Spectrum& eigen) {
  const std::size_t n = eigen.values.size();
  Eigenspaces out{{eigen.values.rbegin(), eigen.values.rend()}, Matrix::zeros(n, n), {}, {}};
  for (std::size_t j = 0; j < n; ++j)
    std::copy_n(eigen.vectors.row(n - 1 - j), n, out.vectors.row(j));
  double largest = 1;
  for (const double x : out.values) largest = std::max(largest, std::fabs(x));
  std::size_t space = 0;
  for (std::size_t first = 0; first < n; ++space) {
    std::size_t end = first + 1;
    while (end < n && out.values[end] - out.values[end - 1] <= kSameValue * largest) ++end;
    canonical_basis({out.vectors.row(first), end - first, n});
    out.space.insert(out.space.end(), end - first, space);
    out.multiplicity.insert(out.multiplicity.end(), end - first, end - first);
    first = end;
  }
  return out;
}

}  // namespace posenc
