#include "kernels/hsic.hpp"

#include <cmath>  // std::sqrt
#include <vector>

#include "core/passes.hpp"

namespace posenc {
namespace {

// K_ij - row_i - row_j + all, over all entries (biased) or the off-diagonal ones (U-centred)
class Centred {
 public:
  Centred(const Matrix& k, bool biased) : k_(k), biased_(biased), row_(k.rows) {
    const std::size_t n = k_.rows;
    const auto size = static_cast<double>(n);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j)
        if (counts(i, j)) row_[i] += k_(i, j);
      all_ += row_[i];
    }
    for (double& r : row_) r /= biased_ ? size : size - 2;
    all_ /= biased_ ? size * size : (size - 1) * (size - 2);
  }
  bool counts(std::size_t i, std::size_t j) const { return biased_ || i != j; }
  double operator()(std::size_t i, std::size_t j) const {
    return k_(i, j) - row_[i] - row_[j] + all_;
  }
  double product(const Centred& other) const {
    double sum = 0;
    for (std::size_t i = 0; i < k_.rows; ++i) {
      double row = 0;
      for (std::size_t j = 0; j < k_.rows; ++j)
        if (counts(i, j)) row += (*this)(i, j) * other(i, j);
      sum += row;
    }
    return sum;
  }
  double trace() const {
    double sum = 0;
    for (std::size_t i = 0; i < k_.rows; ++i) sum += (*this)(i, i);
    return sum;
  }
  // rounding: n entries per side, each within n·2^-52 of the largest
  double noise() const {
    const auto n = static_cast<double>(k_.rows);
    return n * n * 0x1p-52 * largest_size(k_.data);
  }

 private:
  const Matrix& k_;
  bool biased_;
  std::vector<double> row_;
  double all_ = 0;
};

Hsic hsic(const Matrix& k, const Matrix& l, bool biased) {
  const Centred a(k, biased), b(l, biased);
  const double aa = a.product(a), bb = b.product(b), na = a.noise(), nb = b.noise();
  Hsic result;
  if (aa <= na * na || bb <= nb * nb) return result;
  const double ab = a.product(b), norms = std::sqrt(aa) * std::sqrt(bb);
  const auto n = static_cast<double>(k.rows);
  result.value = ab / (biased ? (n - 1) * (n - 1) : n * (n - 3));
  result.cka = ab / norms;
  if (biased) result.chance = a.trace() * b.trace() / ((n - 1) * norms);
  return result;
}

}  // namespace

Hsic biased_hsic(const Matrix& k, const Matrix& l) { return hsic(k, l, true); }
Hsic unbiased_hsic(const Matrix& k, const Matrix& l) { return hsic(k, l, false); }

}  // namespace posenc
