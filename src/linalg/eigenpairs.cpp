#include "linalg/eigenpairs.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>  // std::fabs, std::sqrt
#include <numeric>

namespace posenc {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
Eigen::Index index(std::size_t n) { return static_cast<Eigen::Index>(n); }

// the largest entry positive, the first of equal ones deciding
void fix_sign(double* v, std::size_t n) {
  std::size_t largest = 0;
  for (std::size_t i = 1; i < n; ++i)
    if (std::fabs(v[i]) > std::fabs(v[largest]) * (1 + 1e-9)) largest = i;
  if (v[largest] < 0)
    for (std::size_t i = 0; i < n; ++i) v[i] = -v[i];
}

}  // namespace

Spectrum eigenpairs(const double* a, std::size_t n, std::size_t kept) {
  Spectrum s;
  if (n == 0) return s;
  const Eigen::Map<const RowMajor> matrix(a, index(n), index(n));
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(
      matrix, kept > 0 ? Eigen::ComputeEigenvectors : Eigen::EigenvaluesOnly);
  for (std::size_t k = 0; k < n; ++k) s.values.push_back(solver.eigenvalues()[index(n - 1 - k)]);
  kept = std::min(kept, n);
  s.vectors.resize(kept * n);
  for (std::size_t k = 0; k < kept; ++k) {
    double* v = s.vectors.data() + k * n;
    for (std::size_t i = 0; i < n; ++i) v[i] = solver.eigenvectors()(index(i), index(n - 1 - k));
    fix_sign(v, n);
  }
  return s;
}

Spectrum toeplitz_eigenpairs(const std::vector<double>& row, std::size_t kept) {
  const std::size_t n = row.size(), half = n / 2, large = n - half;
  // T = [A B; JBJ JAJ] in halves: the symmetric vectors [u; Ju]/√2 belong to A + BJ, the skew ones
  // [u; -Ju]/√2 to A - BJ; an odd n adds the middle coordinate to the symmetric problem.
  std::vector<double> plus(large * large), minus(half * half);
  const double root = std::sqrt(2.0);
  for (std::size_t i = 0; i < half; ++i)
    for (std::size_t j = 0; j < half; ++j) {
      const double near = row[i > j ? i - j : j - i], far = row[n - 1 - i - j];
      plus[i * large + j] = near + far;
      minus[i * half + j] = near - far;
    }
  if (n % 2 != 0) {
    for (std::size_t i = 0; i < half; ++i)
      plus[i * large + half] = plus[half * large + i] = root * row[half - i];
    plus[half * large + half] = row[0];
  }
  const Spectrum even = eigenpairs(plus.data(), large, std::min(kept, large));
  const Spectrum odd = eigenpairs(minus.data(), half, std::min(kept, half));
  Spectrum s;
  std::size_t e = 0, o = 0;
  kept = std::min(kept, n);
  while (e + o < n) {
    const bool take_even = o == half || (e < large && even.values[e] >= odd.values[o]);
    s.values.push_back(take_even ? even.values[e] : odd.values[o]);
    if (s.values.size() <= kept) {
      const double* u = take_even ? even.vectors.data() + e * large : odd.vectors.data() + o * half;
      const std::size_t first = s.vectors.size();
      s.vectors.resize(first + n);
      double* v = s.vectors.data() + first;
      for (std::size_t i = 0; i < half; ++i) {
        v[i] = u[i] / root;
        v[n - 1 - i] = take_even ? v[i] : -v[i];
      }
      if (n % 2 != 0) v[half] = take_even ? u[half] : 0;
      fix_sign(v, n);
    }
    take_even ? ++e : ++o;
  }
  return s;
}

Spectrum singular_pairs(const double* table, std::size_t n, std::size_t d, std::size_t kept) {
  Spectrum s;
  if (n == 0 || d == 0) return s;
  const Eigen::Map<const RowMajor> matrix(table, index(n), index(d));
  const std::size_t rank = std::min(n, d);
  kept = std::min(kept, rank);
  Eigen::BDCSVD<Eigen::MatrixXd, Eigen::ComputeThinU> with_vectors;
  Eigen::BDCSVD<Eigen::MatrixXd> values_only;
  const auto read = [&](const auto& solver) {
    for (std::size_t k = 0; k < rank; ++k) s.values.push_back(solver.singularValues()[index(k)]);
  };
  if (kept == 0) {
    values_only.compute(matrix);
    read(values_only);
    return s;
  }
  with_vectors.compute(matrix);
  read(with_vectors);
  s.vectors.resize(kept * n);
  for (std::size_t k = 0; k < kept; ++k) {
    double* v = s.vectors.data() + k * n;
    for (std::size_t i = 0; i < n; ++i) v[i] = with_vectors.matrixU()(index(i), index(k));
    fix_sign(v, n);
  }
  return s;
}

}  // namespace posenc
