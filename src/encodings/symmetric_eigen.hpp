// Eigenvalues and eigenvectors of a symmetric matrix, from + - * / and sqrt only: the same bits
// with every compiler and engine, which a linear algebra library tuned for each machine does not
// give.
//
// Householder reduction to tridiagonal form, then QL steps with implicit shifts (Bowdler, Martin,
// Reinsch & Wilkinson 1968, Numer. Math. 11:293). About 10·n³ operations.
//
// ‖Av - λv‖ and |v·w - δ_vw| are within 4·n·2^-53·‖A‖ (tests/encodings/symmetric_eigen_test.cpp).
#pragma once
#include <cstddef>
#include <vector>

namespace posenc {

struct SymmetricEigen {
  std::vector<double> values;   // (n) ascending
  std::vector<double> vectors;  // (n, n): row j belongs to values[j]
};

// `a` is (n, n); its lower triangle is read.
SymmetricEigen symmetric_eigen(std::vector<double> a, std::size_t n);

}  // namespace posenc
