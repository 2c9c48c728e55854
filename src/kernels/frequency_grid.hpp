// A fine grid of frequencies on a set of integer lags: the dictionary of the design tool. A product
// with all its waves is one Fourier transform.
#pragma once
#include <cstddef>
#include <vector>

#include "kernels/cosine_fit.hpp"
#include "linalg/cosine_sums.hpp"
#include "linalg/nnls.hpp"

namespace posenc {

class FrequencyGrid {
 public:
  // π·k/half up to the problem's maximum; half is the smallest power of two that is at least 8 and
  // oversampling·(largest lag + 1). Below the first step a geometric sequence of ratio 1/√2 to a
  // 1024th of it, for kernels that hardly change within the lags. `problem` must outlive it.
  explicit FrequencyGrid(const CosineProblem& problem) : problem_(problem) {}
  void make(std::size_t oversampling);

  std::size_t size() const { return frequencies_.size(); }
  const std::vector<double>& frequencies() const { return frequencies_; }  // increasing
  // out (size) ← Σ_δ √q_δ r_δ cos(ωδ), r a weighted residual
  void correlate(const std::vector<double>& r, std::vector<double>& out) const;
  const std::vector<double>& norms() const { return norms_; }  // √(Σ q cos²), or 0 if rounding
  void column(std::size_t j, double* out) const;               // √q cos(ω_j δ)
  Dictionary dictionary() const;  // refers to this grid, which must outlive it

 private:
  const CosineProblem& problem_;
  CosineSums sums_;
  std::size_t slow_ = 0;                     // frequencies between 0 and the first step …
  std::vector<double> slow_columns_;         // … and their columns, one after the other
  std::size_t uniform_ = 0;                  // points π·k/half, k = 0 … uniform_ - 1
  std::vector<double> frequencies_, norms_;  // 0, the slow ones, π/half, 2π/half, …
};

// values[i] at index lags[i], 0 elsewhere
std::vector<double> by_lag(const CosineProblem&, const std::vector<double>& values);

}  // namespace posenc
