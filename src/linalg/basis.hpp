// Orthonormal bases of column spaces, made of the singular vectors of eigenpairs.hpp.
#pragma once
#include <cstddef>

#include "core/matrix.hpp"
#include "core/progress.hpp"
#include "linalg/spectrum.hpp"

namespace posenc {

// An orthonormal basis of the columns of an (n, d) table, to 4·max(n, d)·2^-53: the columns of
// a matrix (n, rank). The rank is the number of singular values above max(n, d)·2^-52 of the
// largest one: less is rounding. Held by tests/linalg/basis_test.cpp. `pairs` becomes the singular
// values and vectors that the basis is made of.
Matrix orthonormal_basis(ConstMatrixView table, Spectrum* pairs = nullptr,
                         const Progress& progress = {});

// Right singular vectors (count, d) of a table (n, d) to its left ones (count, n), of which the
// first `count` singular values are above rounding.
Matrix right_vectors(ConstMatrixView table, ConstMatrixView left);

// ‖B - Q·Qᵀ·B‖² of a matrix B and a basis in the columns of Q, which have equally many rows.
double outside(ConstMatrixView q, ConstMatrixView b);

}  // namespace posenc
