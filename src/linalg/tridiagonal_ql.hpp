// Eigenvalues of small tridiagonal matrices with their eigenvectors, and of any without: a part of
// symmetric_eigenpairs.hpp.
#pragma once
#include <cstddef>

#include "linalg/tridiagonal.hpp"
#include "linalg/views.hpp"

namespace posenc {

// QL steps with implicit shifts (Bowdler, Martin, Reinsch & Wilkinson 1968, Numer. Math. 11:293) on
// the tridiagonal matrix with this diagonal (n) and entries beside it (n - 1), until beside[first]
// is 0, given that all before it are; entries up to `negligible` are taken as 0. The rotations are
// applied to the columns of `basis`, n of them; to none where it has no data.
void settle_eigenvalue(double* diagonal, double* beside, std::size_t n, std::size_t first,
                       double negligible, const Columns& basis);

// All eigenvalues, in no order, in place of t.diagonal.
void eigenvalues_of(Tridiagonal& t);

}  // namespace posenc
