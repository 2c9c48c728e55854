// Orthonormal bases of column spaces, made of the singular vectors of eigenpairs.hpp.
#pragma once
#include <cstddef>

#include "core/matrix.hpp"
#include "core/steps.hpp"
#include "linalg/spectrum.hpp"

namespace posenc {

// An orthonormal basis of the columns of an (n, d) table, to 4·max(n, d)·2^-53: the columns of
// `out` (n, rank). The rank is the number of singular values above max(n, d)·2^-52 of the largest
// one: less is rounding. Held by tests/linalg/basis_test.cpp. `pairs` becomes the singular values
// and vectors that the basis is made of.
Steps basis_steps(ConstMatrixView table, Matrix& out, Spectrum* pairs = nullptr);
Matrix orthonormal_basis(ConstMatrixView table);

// Right singular vectors (count, d) of a table (n, d) to its left ones (count, n), of which the
// first `count` singular values are above rounding.
Steps right_vectors_steps(ConstMatrixView table, ConstMatrixView left, Matrix& out);

// ‖B - Q·Qᵀ·B‖² of a matrix B and a basis in the columns of Q, which have equally many rows.
Steps outside_steps(ConstMatrixView q, ConstMatrixView b, double& out);

}  // namespace posenc
