// Orthonormal bases of column spaces; Eigen's QR with column pivoting behind it.
#pragma once
#include <cstddef>
#include <vector>

namespace posenc {

struct Basis {
  std::size_t rank = 0;
  std::vector<double> columns;  // (n, rank), row-major, orthonormal to 64·2^-53
};

// Of the columns of an (n, d) table. A column counts where what is left of it, after the ones
// before were taken out, exceeds max(n, d)·2^-52 of the longest column: less is rounding. Held by
// tests/linalg/basis_test.cpp.
Basis orthonormal_basis(const double* table, std::size_t n, std::size_t d);

}  // namespace posenc
