// Dual activations without a closed form, from the Hermite coefficients of φ. With he_n the Hermite
// polynomials that are orthonormal under N(0, 1), ρ = q12/√(q11 q22) and z ~ N(0, 1),
//   E φ(u)φ(v)   = Σ_n a_n(q11) a_n(q22) ρ^n,   a_n(q) = E φ(√q z) he_n(z)
//   E φ'(u)φ'(v) = the same with φ' for φ       (Mehler's formula; O'Donnell 2014, section 11.2)
// so one integral per input replaces one per pair of inputs. The truncation error of N terms is at
// most √(R(q11) R(q22)), R(q) = E φ² - Σ_{n<N} a_n(q)²: exact by Parseval's equation. All terms
// that float64 resolves are used, up to 4096: for tanh some 160 at variance 1 and 1200 at variance
// 7; the other activations need a third of that. About 0.2 to 0.5 ns a term and pair.
#pragma once
#include <cstddef>
#include <vector>

#include "core/sizes.hpp"
#include "nn/layer.hpp"
#include "posenc/result.hpp"

namespace posenc {

class HermiteDuals {
 public:
  static constexpr std::size_t kMostTerms = 4096;
  // Larger variances are rejected at once, and so are truncation errors above kMostLeftOut with
  // 4096 terms.
  static constexpr double kMostVariance = 1000;
  static constexpr double kMostLeftOut = 1e-6;

  // Variances of the first and second inputs of all pairs; if all agree to 64 units in the last
  // place they count as one. Returns an error without a field if the truncation error exceeds
  // kMostLeftOut, or if more than `most` coefficients of φ and φ' together would be stored.
  static Result<HermiteDuals> make(const Layer&, const std::vector<double>& rows,
                                   const std::vector<double>& cols, Count most);

  std::size_t terms() const { return terms_; }
  // The largest R/E φ² and R/E φ'² of these variances. The error of a dual is at most left_out() +
  // 1e-13, relative to the geometric mean of its values at ρ = 1 for the two variances. Tested by
  // tests/kernels/hermite_duals_test.cpp against a trapezoid rule in two dimensions.
  double left_out() const { return left_out_; }

  Count coefficients() const { return 2 * Count(of_rows_.value.size() + of_cols_.value.size()); }

  // E φ(√q z)² for each variance, the input of the next layer
  static std::vector<double> variances(const Layer&, const std::vector<double>& q);

  // Pairs (row, from … from + n - 1): k ← E φφ, theta ← theta · E φ'φ'.
  void duals(std::size_t row, std::size_t from, double* k, double* theta, std::size_t n) const;

 private:
  HermiteDuals() = default;
  void expand(const Layer&, double most_variance, const std::vector<double>& rows,
              const std::vector<double>& cols);
  struct Coefficients {                     // of φ and φ'
    std::vector<double> value, derivative;  // [term][input]
  };
  bool one_variance_ = false, same_ = false;  // same_: second inputs equal the first
  std::size_t terms_ = 0, rows_ = 0, cols_ = 0;
  double left_out_ = 0;
  std::vector<double> row_roots_, col_roots_;  // √q
  Coefficients of_rows_, of_cols_;
};

}  // namespace posenc
