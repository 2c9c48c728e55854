#include "linalg/basis.hpp"

#include <Eigen/QR>
#include <algorithm>

namespace posenc {

Basis orthonormal_basis(const double* table, std::size_t n, std::size_t d) {
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const auto index = [](std::size_t size) { return static_cast<Eigen::Index>(size); };
  Basis basis;
  if (n == 0 || d == 0) return basis;
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr;
  qr.setThreshold(static_cast<double>(std::max(n, d)) * 0x1p-52);
  qr.compute(Eigen::Map<const RowMajor>(table, index(n), index(d)));
  basis.rank = static_cast<std::size_t>(qr.rank());
  const Eigen::MatrixXd q =
      qr.householderQ() * Eigen::MatrixXd::Identity(index(n), index(basis.rank));
  basis.columns.resize(n * basis.rank);
  Eigen::Map<RowMajor>(basis.columns.data(), index(n), index(basis.rank)) = q;
  return basis;
}

}  // namespace posenc
