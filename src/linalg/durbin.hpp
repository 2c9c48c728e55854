// The least eigenvalue of a symmetric Toeplitz matrix in O(n²) a step, without the matrix.
#pragma once
#include <cstddef>
#include <vector>

namespace posenc {

// Newton's method on the last prediction error of T - λI, which is zero at the least eigenvalue
// (Cybenko & Van Loan 1986), kept between a lower bound and the least Rayleigh quotient seen.
// Each step is one Durbin recursion of 2n² operations.
class LeastEigenvalue {
 public:
  explicit LeastEigenvalue(std::vector<double> first_row);  // at least one number
  bool advance();                                           // false when done
  // An upper bound within tolerance() of the least eigenvalue where rounding allows: the recursion
  // of a matrix that is singular to working precision tells no more than that it is.
  double value() const { return high_; }
  double tolerance() const { return tolerance_; }

 private:
  std::vector<double> row_, predictor_, reversed_;
  double low_, high_, next_, tolerance_;
  int steps_ = 0;
};

}  // namespace posenc
