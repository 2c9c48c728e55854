// Least squares of a function of the lag by few cosines,
//   min Σ_δ q_δ (t(δ) - Σ_j w_j cos(ω_j δ))²   over 0 <= ω_j <= maximum and w_j >= 0,
// or with one weight common to all. Not convex in ω: the result is a local minimum near the start.
//
// Levenberg-Marquardt with bounds by projection: parameters at a bound that are pushed outwards are
// fixed, the steps of the free ones are clipped, and a step is taken only if the sum of squares
// falls. Steps are bent by geodesic acceleration (Transtrum & Sethna 2012), which follows the
// curved valleys of sums of waves: about four times fewer steps.
#pragma once
#include <cstddef>
#include <vector>

namespace posenc {

struct Cosines {
  std::vector<double> frequencies, weights;  // rad per position; w_j, the squares of amplitudes
};

struct CosineProblem {
  std::vector<double> lags, target, root;  // root = √q
  double maximum;                          // maximum frequency
};

// Row i of the columns √q cos(ω_j δ), and -√q δ sin(ω_j δ) if `sines` is not null, for rows [first,
// first + rows), (rows, p) each, starting from an exact one; waves within (4·rows + δω)·2^-53.
void cosine_rows(const CosineProblem&, const std::vector<double>& frequencies, std::size_t first,
                 std::size_t rows, double* cosines, double* sines);
// The weighted target minus Σ_j w_j cos(ω_j δ)·√q (see cosine_rows).
std::vector<double> residual_of(const CosineProblem&, const Cosines&);

class DampedCholesky {
 public:
  // Factors A + damping·diag A, restricted to the rows and columns in `free`; A (n, n) is
  // symmetric, given by its upper part.
  void make(const std::vector<double>& a, std::size_t n, const std::vector<std::size_t>& free,
            double damping);
  bool positive() const { return positive_; }              // definite; else do not solve
  std::vector<double> solve(std::vector<double> b) const;  // (free)

 private:
  std::size_t size_ = 0;
  std::vector<double> upper_;
  bool positive_ = true;
};

class CosineFit {
 public:
  CosineFit(const CosineProblem&, Cosines start, bool equal, int most_steps);
  // Iterates until convergence.
  void run();

  const Cosines& best() const { return at_; }
  double square() const { return square_; }  // the sum of squares
  const std::vector<double>& residual() const { return residual_; }
  int steps() const { return steps_; }
  // JᵀJ at the result of run(), upper part; columns of J are √q·∂k/∂ω_j, then √q·∂k/∂w_j
  const std::vector<double>& normal_matrix() const { return hessian_; }
  // Largest |cosine| between the residual and the derivative with respect to a free parameter.
  double slope() const { return slope_; }

 private:
  std::size_t parameters() const {
    return at_.frequencies.size() + (equal_ ? 1 : at_.weights.size());
  }
  void accumulate();  // computes the normal equations at this point
  bool take_step();
  // -Jᵀk''/2 for the free parameters, k'' the second derivative of the kernel along a step
  std::vector<double> curvature_along(const std::vector<std::size_t>& free,
                                      const std::vector<double>& step) const;

  const CosineProblem& problem_;
  Cosines at_;
  bool equal_;
  int most_steps_, steps_ = 0, idle_ = 0;
  double square_ = 0, damping_ = 1e-3, slope_ = 1;
  std::vector<double> residual_, hessian_, gradient_;  // JᵀJ (upper part), Jᵀr
};

}  // namespace posenc
