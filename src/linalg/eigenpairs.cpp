#include "linalg/eigenpairs.hpp"

#include <algorithm>
#include <cmath>  // std::fabs, std::sqrt

#include "linalg/singular_pairs.hpp"
#include "linalg/symmetric_eigenpairs.hpp"

namespace posenc {
namespace {

// the largest entry positive, the first of equal ones deciding
void fix_sign(double* v, std::size_t n) {
  std::size_t largest = 0;
  for (std::size_t i = 0; i < n; ++i)
    if (std::fabs(v[i]) > std::fabs(v[largest]) * (1 + 1e-9)) largest = i;
  if (v[largest] >= 0) return;
  for (std::size_t i = 0; i < n; ++i) v[i] = -v[i];
}
void fix_signs(Matrix& vectors) {
  for (std::size_t k = 0; k < vectors.rows; ++k) fix_sign(vectors.row(k), vectors.cols);
}

// T = [A B; JBJ JAJ] in halves: the symmetric vectors [u; Ju]/√2 belong to A + BJ, the skew ones
// [u; -Ju]/√2 to A - BJ; an odd n adds the middle coordinate to the symmetric problem.
std::vector<double> symmetric_half(const std::vector<double>& row) {
  const std::size_t n = row.size(), half = n / 2, large = n - half;
  std::vector<double> a(large * large);
  for (std::size_t i = 0; i < half; ++i)
    for (std::size_t j = 0; j < half; ++j)
      a[i * large + j] = row[i > j ? i - j : j - i] + row[n - 1 - i - j];
  if (n % 2 != 0) {
    for (std::size_t i = 0; i < half; ++i)
      a[i * large + half] = a[half * large + i] = std::sqrt(2.0) * row[half - i];
    a[half * large + half] = row[0];
  }
  return a;
}
std::vector<double> skew_half(const std::vector<double>& row) {
  const std::size_t n = row.size(), half = n / 2;
  std::vector<double> a(half * half);
  for (std::size_t i = 0; i < half; ++i)
    for (std::size_t j = 0; j < half; ++j)
      a[i * half + j] = row[i > j ? i - j : j - i] - row[n - 1 - i - j];
  return a;
}

}  // namespace

Spectrum toeplitz_eigenpairs(const std::vector<double>& row, std::size_t kept,
                             const Progress& progress) {
  const std::size_t n = row.size(), half = n / 2, large = n - half;
  const Spectrum even = symmetric_eigenpairs(symmetric_half(row), large, std::min(kept, large),
                                             progress.part(0, 0.5)),
                 odd = symmetric_eigenpairs(skew_half(row), half, std::min(kept, half),
                                            progress.part(0.5, 1));
  Spectrum out;
  kept = std::min(kept, n);
  out.vectors = Matrix::zeros(kept, n);
  const double root = std::sqrt(2.0);
  for (std::size_t e = 0, o = 0; e + o < n;) {
    const bool take_even = o == half || (e < large && even.values[e] >= odd.values[o]);
    if (const std::size_t at = e + o; at < kept) {
      const double* u = take_even ? even.vectors.row(e) : odd.vectors.row(o);
      double* v = out.vectors.row(at);
      for (std::size_t i = 0; i < half; ++i) {
        v[i] = u[i] / root;
        v[n - 1 - i] = take_even ? v[i] : -v[i];
      }
      if (n % 2 != 0) v[half] = take_even ? u[half] : 0;
    }
    out.values.push_back(take_even ? even.values[e] : odd.values[o]);
    take_even ? ++e : ++o;
  }
  fix_signs(out.vectors);
  return out;
}

Spectrum eigenpairs(ConstMatrixView a, std::size_t kept, const Progress& progress) {
  Spectrum out =
      symmetric_eigenpairs({a.data, a.data + a.size()}, a.rows, std::min(kept, a.rows), progress);
  fix_signs(out.vectors);
  return out;
}

Spectrum singular_pairs(ConstMatrixView table, std::size_t kept, const Progress& progress) {
  Spectrum out = singular_pairs_of({table.data, table.data + table.size()}, table.rows, table.cols,
                                   kept, progress);
  fix_signs(out.vectors);
  return out;
}

}  // namespace posenc
