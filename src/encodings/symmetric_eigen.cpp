#include "encodings/symmetric_eigen.hpp"

#include <algorithm>
#include <cmath>  // std::sqrt, std::fabs
#include <numeric>

namespace posenc {
namespace {

double length(double x, double y) {  // √(x² + y²) without underflow
  const double large = std::max(std::fabs(x), std::fabs(y));
  if (large == 0) return 0;
  const double ratio = std::min(std::fabs(x), std::fabs(y)) / large;
  return large * std::sqrt(1 + ratio * ratio);
}

struct Tridiagonal {
  std::vector<double> diagonal, beside;  // (n), (n - 1)
  std::vector<double> basis;             // (n, n): A = basisᵀ · T · basis
};

// Reflections I - β v vᵀ that clear a column each.
Tridiagonal reduce(std::vector<double>& a, std::size_t n) {
  Tridiagonal t;
  t.basis.assign(n * n, 0.0);
  for (std::size_t i = 0; i < n; ++i) t.basis[i * n + i] = 1;
  // the upper triangle follows, so that every loop runs along rows
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < i; ++j) a[j * n + i] = a[i * n + j];
  std::vector<double> v(n), w(n);
  double largest = 0;
  for (const double x : a) largest = std::max(largest, std::fabs(x));
  const double negligible = largest * 0x1p-60;
  for (std::size_t k = 0; k + 2 < n; ++k) {
    double squares = 0, rest = 0;
    for (std::size_t i = k + 1; i < n; ++i) {
      v[i] = a[i * n + k];
      squares += v[i] * v[i];
      if (i > k + 1) rest += std::fabs(v[i]);
    }
    if (rest <= negligible) continue;  // the column is clear already
    const double corner = v[k + 1] > 0 ? -std::sqrt(squares) : std::sqrt(squares);
    v[k + 1] -= corner;
    const double beta = 1 / (squares - a[(k + 1) * n + k] * corner);
    // A ← A - v wᵀ - w vᵀ on the remaining block, w = β A v - (β/2)(β vᵀ A v) v
    double along = 0;
    for (std::size_t i = k + 1; i < n; ++i) {
      double sum = 0;
      for (std::size_t j = k + 1; j < n; ++j) sum += a[i * n + j] * v[j];
      w[i] = beta * sum;
      along += w[i] * v[i];
    }
    for (std::size_t i = k + 1; i < n; ++i) w[i] -= 0.5 * beta * along * v[i];
    for (std::size_t i = k + 1; i < n; ++i)
      for (std::size_t j = k + 1; j < n; ++j) a[i * n + j] -= v[i] * w[j] + w[i] * v[j];
    a[(k + 1) * n + k] = corner;
    // the same reflection of the basis
    std::fill(w.begin(), w.end(), 0.0);
    for (std::size_t i = k + 1; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) w[j] += v[i] * t.basis[i * n + j];
    for (std::size_t i = k + 1; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) t.basis[i * n + j] -= beta * v[i] * w[j];
  }
  for (std::size_t i = 0; i < n; ++i) {
    t.diagonal.push_back(a[i * n + i]);
    if (i + 1 < n) t.beside.push_back(a[(i + 1) * n + i]);
  }
  return t;
}

// One QL step on rows first … last of T, which is not split there.
void ql_step(Tridiagonal& t, std::size_t first, std::size_t last, std::size_t n) {
  std::vector<double>&d = t.diagonal, &e = t.beside;
  const double half = (d[first + 1] - d[first]) / (2 * e[first]);
  const double root = length(half, 1);
  double g = d[last] - d[first] + e[first] / (half + (half < 0 ? -root : root));
  double s = 1, c = 1, shift = 0;
  for (std::size_t i = last; i-- > first;) {
    const double f = s * e[i], b = c * e[i], r = length(f, g);
    if (i + 1 < last) e[i + 1] = r;
    if (r == 0) {  // T splits here: the rest needs a step of its own
      d[i + 1] -= shift;
      return;
    }
    s = f / r, c = g / r;
    g = d[i + 1] - shift;
    const double turned = (d[i] - g) * s + 2 * c * b;
    shift = s * turned;
    d[i + 1] = g + shift;
    g = c * turned - b;
    double *low = t.basis.data() + i * n, *high = low + n;
    for (std::size_t j = 0; j < n; ++j) {
      const double x = low[j], y = high[j];
      high[j] = s * x + c * y;
      low[j] = c * x - s * y;
    }
  }
  d[first] -= shift;
  e[first] = g;
}

}  // namespace

SymmetricEigen symmetric_eigen(std::vector<double> a, std::size_t n) {
  Tridiagonal t = reduce(a, n);
  double norm = 0;
  for (std::size_t i = 0; i < n; ++i)
    norm = std::max(norm, std::fabs(t.diagonal[i]) + (i + 1 < n ? std::fabs(t.beside[i]) : 0));
  // entries beside the diagonal below the rounding of the whole are taken as zero
  const double negligible = norm * 0x1p-53;
  constexpr int kMostSteps = 64;  // two are typical for each eigenvalue
  for (std::size_t first = 0; first + 1 < n; ++first)
    for (int step = 0; step < kMostSteps; ++step) {
      std::size_t last = first;
      while (last + 1 < n && std::fabs(t.beside[last]) > negligible) ++last;
      if (last == first) break;
      ql_step(t, first, last, n);
    }

  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t i, std::size_t j) { return t.diagonal[i] < t.diagonal[j]; });
  SymmetricEigen out;
  for (const std::size_t i : order) {
    out.values.push_back(t.diagonal[i]);
    const auto row = t.basis.begin() + static_cast<std::ptrdiff_t>(i * n);
    out.vectors.insert(out.vectors.end(), row, row + static_cast<std::ptrdiff_t>(n));
  }
  return out;
}

}  // namespace posenc
