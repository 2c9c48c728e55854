// Sums of cosines on a uniform grid of frequencies, by the fast Fourier transform. The transform is
// our own because Eigen's takes its sines and cosines from the mathematical library, whose last
// bits differ from one platform to the next.
#pragma once
#include <cstddef>
#include <vector>

namespace posenc {

// out[k] = Σ_δ x[δ]·cos(π·k·δ/half), k = 0 … half; half is a power of two. x may have any length.
// Error at most 4·log2(2·half)·2^-53·Σ|x|; held by tests/linalg/cosine_sums_test.cpp.
class CosineSums {
 public:
  void make(std::size_t half);
  std::size_t half() const { return half_; }
  void sums(const std::vector<double>& x, std::vector<double>& out) const;

 private:
  std::size_t half_ = 0;
  std::vector<double> cos_, sin_;  // of 2π·j/(2·half), j < half
};

}  // namespace posenc
