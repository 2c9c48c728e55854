// Training on squared error of a model with constant tangent kernel K (a linear model, or a wide
// network), by eigenmodes.
//
// Loss ½Σ(f - y)², learning rate η. Gradient flow for a time t: mode v of K v = λ v keeps the
// fraction e^{-ηλt} of its residual; k steps of gradient descent keep (1 - ηλ)^k, which is bounded
// if η <= 2/λ_max. A test point's output moves by K_* v · gain · v·(y - f_0), with gain = (1 -
// factor)/λ, ηt or ηk at λ = 0.
//
// Source: Jacot et al. 2018, arXiv:1806.07572; Lee et al. 2019, arXiv:1902.06720.
#pragma once
#include <string_view>
#include <vector>

#include "core/matrix.hpp"
#include "core/progress.hpp"
#include "posenc/result.hpp"

namespace posenc {

// Eigenmodes of a kernel matrix. Eigenvalues below `floor` are rounding errors and set to 0.
struct Modes {
  std::vector<double> values;  // (n), descending
  Matrix vectors;              // (n, n), row i belongs to values[i]
  double floor = 0;            // n·2^-52 of the largest one, or |most negative one| if larger
  std::size_t n() const { return values.size(); }
  double largest() const { return values.empty() ? 0 : values.front(); }
};
// Returns an error naming `field` if the kernel is not symmetric (linalg/symmetry.hpp) or has an
// eigenvalue below -1e-6 of the largest one. About 4·n³ multiplications.
Result<Modes> modes_of(const Matrix& kernel, std::string_view field, const Progress& = {});

// The remaining share of a mode's residual, and the gain of test outputs.
struct Evolution {
  double factor, gain;
};
// `time` is η·t. Relative errors are at most (4 + x)·2^-52 for the factor, x = λ·time, and 8·2^-52
// for the gain.
Evolution gradient_flow(double eigenvalue, double time);
// η·λ <= 2. The relative error of the factor is at most (4 + 4·|k ln|1 - x||)·2^-52 for the float64
// number x = ηλ; that of the gain is 8·2^-52 for x < 1.
Evolution gradient_descent(double eigenvalue, double rate, double steps);

// Predictions for one training set: y, f0 (n, c), the kernel of test points with it (m, n) and
// their f0_test (m, c).
class Predictor {
 public:
  Predictor(const Modes& modes, const Matrix& y, const Matrix& f0_test)
      : modes_(modes), y_(y), f0_test_(f0_test) {}
  Predictor(const Predictor&) = delete;

  // Computes the products of its matrices; call it before the other functions.
  void prepare(const Matrix& f0, const Matrix& test_kernel);
  // v·(y - f0), (n, c): the initial residual of every mode
  const Matrix& residuals() const { return residuals_; }
  // Outputs after an evolution of every mode; `elapsed` is its time, or its rate times its steps.
  // Modes below the floor are omitted from test outputs if elapsed·floor > 2^-20: they would be
  // noise.
  void outputs(const std::vector<Evolution>&, double elapsed, double* train, double* test) const;

 private:
  const Modes& modes_;
  const Matrix &y_, &f0_test_;
  Matrix residuals_;  // (n, c)
  Matrix test_;       // (m, n): K_* v
};

}  // namespace posenc
