// A square matrix as U·B·Vᵀ with an upper bidiagonal B, and products with that U.
//
// Householder reflections from both sides, a panel of rows and columns at a time (LAPACK's dgebrd).
// 8/3·n³ operations, half of them products with vectors. It is a part of singular_pairs.hpp, which
// has the times relative to Eigen's.
#pragma once
#include <cstddef>
#include <vector>

#include "core/progress.hpp"
#include "linalg/panel.hpp"
#include "linalg/views.hpp"

namespace posenc {

struct Bidiagonal {
  std::vector<double> diagonal, above;  // (n), (n - 1)
};

class BidiagonalForm {
 public:
  // `a` (n, n) in columns, with the sizes of TridiagonalForm.
  BidiagonalForm(std::vector<double> a, std::size_t n);

  // B becomes known; noise is dropped as by TridiagonalForm.
  void reduce(const Progress& = {});
  const Bidiagonal& bidiagonal() const { return b_; }

  // X ← U·X, X with columns of length n.
  void transform(const Columns& x) const;

 private:
  Columns matrix() { return {a_.data(), n_, n_, n_}; }
  Columns panel(std::vector<double>& x) const { return {x.data(), n_, kPanel, n_}; }
  bool negligible_from(std::size_t first) const;
  void reduce_column(std::size_t first, std::size_t i);
  void reduce_row(std::size_t first, std::size_t i);

  std::size_t n_, reflections_ = 0;
  std::vector<double> a_, tau_;  // the left reflections are stored in a_, with offset 0
  // (panel, n) each: A ← A - V·Yᵀ - X·Uᵀ is still to be done
  std::vector<double> v_, y_, x_, u_;
  double noise_ = 0;
  Bidiagonal b_;
};

}  // namespace posenc
