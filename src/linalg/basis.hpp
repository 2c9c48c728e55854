// Orthonormal bases of column spaces, from singular vectors.
#pragma once
#include <cstddef>
#include <vector>

#include "core/steps.hpp"
#include "linalg/spectrum.hpp"

namespace posenc {

struct Basis {
  std::size_t rank = 0;
  std::vector<double> columns;  // (n, rank), row-major, orthonormal to 4·max(n, d)·2^-53
};

// Of the columns of an (n, d) table. The rank is the number of singular values above
// max(n, d)·2^-52 of the largest one: less is rounding. Held by tests/linalg/basis_test.cpp.
Steps basis_steps(const double* table, std::size_t n, std::size_t d, Basis& out,
                  Spectrum* pairs = nullptr);  // the singular values and vectors it is made of
Basis orthonormal_basis(const double* table, std::size_t n, std::size_t d);

// Right singular vectors (count, d), in rows, of a table (n, d) to its left ones (count, n), of
// which the first `count` singular values are above rounding.
Steps right_vectors_steps(const double* table, std::size_t n, std::size_t d, const double* left,
                          std::size_t count, std::vector<double>& out);

// ‖B - Q·Qᵀ·B‖² of a basis Q and B (n, d), row-major.
Steps outside_steps(const Basis&, const double* b, std::size_t n, std::size_t d, double& out);

}  // namespace posenc
