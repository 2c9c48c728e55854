#include "kernels/toeplitz.hpp"

#include <algorithm>
#include <cmath>  // std::fabs
#include <functional>

#include "core/real.hpp"

namespace posenc {

std::vector<double> toeplitz_row(const Matrix& k) {
  const std::size_t n = k.rows;
  const double scale = n > 0 ? std::fabs(k(0, 0)) : 0;
  const double* const first = k.data.data();
  for (std::size_t i = 1; i < n; ++i) {
    const double* const here = first + i * n;
    double apart = 0;
    for (std::size_t j = 0; j < i; ++j) apart = std::max(apart, std::fabs(here[j] - first[i - j]));
    for (std::size_t j = i; j < n; ++j) apart = std::max(apart, std::fabs(here[j] - first[j - i]));
    if (apart > 1e-14 * scale) return {};
  }
  return {first, first + n};
}

std::vector<double> strang_circulant(const std::vector<double>& row) {
  const std::size_t n = row.size();
  std::vector<double> c(n);
  for (std::size_t j = 0; j < n; ++j) c[j] = row[std::min(j, n - j)];
  return c;
}

std::vector<double> chan_circulant(const std::vector<double>& row) {
  const std::size_t n = row.size();
  std::vector<double> c(n);
  for (std::size_t j = 0; j < n; ++j) {
    const auto size = static_cast<double>(n), at = static_cast<double>(j);
    c[j] = ((size - at) * row[j] + (j > 0 ? at * row[n - j] : 0)) / size;
  }
  return c;
}

// The eigenvalues are even, too: a quarter of the sums suffices.
std::vector<double> circulant_eigenvalues(const std::vector<double>& row) {
  const std::size_t n = row.size();
  std::vector<double> cosine(n), values(n);
  for (std::size_t k = 0; k < n; ++k)
    cosine[k] = real::cos(6.283185307179586 * static_cast<double>(k) / static_cast<double>(n));
  for (std::size_t m = 0; 2 * m <= n; ++m) {
    double sum = 0;
    for (std::size_t j = 1, turn = m; 2 * j < n; ++j) {  // turn = m·j mod n
      sum += row[j] * cosine[turn];
      turn += turn + m < n ? m : m - n;
    }
    const double middle = n % 2 == 0 ? row[n / 2] * (m % 2 == 0 ? 1 : -1) : 0;
    values[m] = row[0] + 2 * sum + middle;
    if (m > 0) values[n - m] = values[m];
  }
  std::ranges::sort(values, std::greater<>());
  return values;
}

}  // namespace posenc
