#include "linalg/factor.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>  // std::fabs, std::sqrt

#include "core/text.hpp"
#include "linalg/eigenpairs.hpp"

namespace posenc {

Result<Factor> gram_factor(const double* kernel, std::size_t n, std::string_view field) {
  double asymmetry = 0, largest = 0;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      asymmetry = std::max(asymmetry, std::fabs(kernel[i * n + j] - kernel[j * n + i]));
      largest = std::max(largest, std::fabs(kernel[i * n + j]));
    }
  if (asymmetry > 1e-10 * largest)
    return Error{
        ErrorCode::bad_argument, std::string(field),
        "must be symmetric; entries differ from their mirror by up to " + to_text(asymmetry)};
  const Spectrum s = eigenpairs(kernel, n, n);
  Factor factor;
  if (n == 0) return factor;
  const double top = std::max(std::fabs(s.values.front()), std::fabs(s.values.back()));
  if (s.values.back() < -1e-6 * top)
    return Error{ErrorCode::bad_argument, std::string(field),
                 "must be positive semi-definite; its least eigenvalue is " +
                     to_text(s.values.back()) + " where the largest is " +
                     to_text(s.values.front())};
  // a negative eigenvalue of a kernel is the error of its entries: nothing below its size is known
  const double noise = std::max(static_cast<double>(n) * 0x1p-52 * top, -s.values.back());
  while (factor.columns < n && s.values[factor.columns] > noise) ++factor.columns;
  factor.table.resize(n * factor.columns);
  for (std::size_t k = 0; k < factor.columns; ++k)
    for (std::size_t i = 0; i < n; ++i)
      factor.table[i * factor.columns + k] = std::sqrt(s.values[k]) * s.vectors[k * n + i];
  return factor;
}

Factor narrow_factor(const double* table, std::size_t n, std::size_t d) {
  if (d <= n) return {d, {table, table + n * d}};
  const auto index = [](std::size_t size) { return static_cast<Eigen::Index>(size); };
  // row-major (n, d) read as column-major (d, n) is the transpose: Tᵀ = Q·R gives T·Tᵀ = Rᵀ·R
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(
      Eigen::Map<const Eigen::MatrixXd>(table, index(d), index(n)));
  Factor factor{n, std::vector<double>(n * n)};
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k <= i; ++k)
      factor.table[i * n + k] = qr.matrixQR()(index(k), index(i));
  return factor;
}

}  // namespace posenc
