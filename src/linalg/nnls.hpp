// Non-negative least squares: min ‖A·x - b‖ over x >= 0, by the active-set method of Lawson &
// Hanson, "Solving Least Squares Problems", 1974, chapter 23.
//
// The columns in use are held as a QR decomposition that is updated (Gram-Schmidt done twice for a
// new column, Givens rotations for one that leaves: Daniel, Gragg, Kaufman & Stewart 1976), so a
// step costs O(rows · columns in use) and one product Aᵀr, which the caller does: A may be a
// dictionary too large to store, which Eigen's solver cannot take. Deterministic; of equal
// gradients the first column wins.
#pragma once
#include <cstddef>
#include <functional>
#include <vector>

#include "core/matrix.hpp"

namespace posenc {

struct Dictionary {
  std::size_t rows = 0;
  std::vector<double> norms;                                    // (columns) lengths
  std::function<void(std::size_t column, double* out)> column;  // (rows)
  // out ← Aᵀ r
  std::function<void(const std::vector<double>& r, std::vector<double>& out)> correlate;
};

class Nnls {
 public:
  Nnls(Dictionary, std::vector<double> b);
  // Brings the column in that is most correlated with the residual. False when none is
  // left whose gradient exceeds the tolerance (the KKT conditions hold), `most` columns are in use,
  // or the residual stopped falling.
  bool step(std::size_t most);

  const std::vector<std::size_t>& support() const { return support_; }  // columns in use
  const std::vector<double>& values() const { return x_; }              // theirs, > 0
  const std::vector<double>& residual() const { return residual_; }     // b - A·x
  // max over columns of aᵀr / (‖a‖·‖b‖) where step() last looked: <= kTolerance at the optimum
  double gap() const { return gap_; }
  static constexpr double kTolerance = 1e-12;

 private:
  bool add(std::size_t column);
  void remove(std::size_t place);
  std::vector<double> solve() const;
  void update_residual();

  Dictionary a_;
  std::vector<double> b_, residual_;
  double size_ = 0;  // ‖b‖
  std::vector<std::size_t> support_;
  std::vector<double> x_, projected_;       // projected_ = Qᵀb
  std::vector<std::vector<double>> q_, r_;  // columns of Q; columns of R, upper triangular
  double gap_ = 0;
};

// The columns of a stored matrix, which must outlive the dictionary.
Dictionary dense_dictionary(ConstMatrixView a);

// The whole of it for a stored matrix; x has a number for each of its columns.
struct NnlsResult {
  std::vector<double> x, residual;
  double gap;
};
NnlsResult nnls(ConstMatrixView a, std::vector<double> b);

}  // namespace posenc
