// Tables with a given Gram matrix, at most n columns wide, by the eigenvectors of eigenpairs.hpp or
// the reflections of reflections.hpp.
#pragma once
#include <string_view>

#include "core/matrix.hpp"
#include "posenc/result.hpp"

namespace posenc {

// The table V·√λ of a symmetric positive semi-definite kernel matrix (n, n): its Gram matrix is the
// kernel within 8·n·2^-52·‖K‖_F and what is left out. That is eigenvalues up to n·2^-52·λ_1, or up
// to the size of the least one where it is negative, which only errors of the entries can make. An
// error that names `field` where the matrix is not symmetric (symmetry.hpp) or has an eigenvalue
// below -10^-6·λ_1.
Result<Matrix> gram_factor(ConstMatrixView kernel, std::string_view field);

// A table (n, d) with d > n as one of n columns with the same Gram matrix, within 8·n·2^-52·‖T‖²; a
// narrower one as it is. Held, as the above, by tests/linalg/factor_test.cpp.
Matrix narrow_factor(const Matrix& table);

}  // namespace posenc
