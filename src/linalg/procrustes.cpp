#include "linalg/procrustes.hpp"

#include <Eigen/SVD>
#include <utility>

namespace posenc {

double procrustes(const double* x, std::size_t p, const double* y, std::size_t q, std::size_t n) {
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const auto index = [](std::size_t size) { return static_cast<Eigen::Index>(size); };
  if (p > q) {  // the distance is symmetric
    std::swap(x, y);
    std::swap(p, q);
  }
  const Eigen::Map<const RowMajor> narrow(x, index(n), index(p)), wide(y, index(n), index(q));
  if (p == 0 || n == 0) return wide.squaredNorm();
  const Eigen::BDCSVD<Eigen::MatrixXd, Eigen::ComputeThinU | Eigen::ComputeThinV> svd(
      wide.transpose() * narrow);
  // the first p columns of Q are U·Vᵀ; what Y has outside the span of U meets zero columns of X
  const Eigen::MatrixXd seen = wide * svd.matrixU();
  return (narrow - seen * svd.matrixV().transpose()).squaredNorm() +
         (wide - seen * svd.matrixU().transpose()).squaredNorm();
}

}  // namespace posenc
