// Eigenvalues and eigenvectors of D + ρ·z·zᵀ, a diagonal matrix changed by one of rank one: a part
// of divide_and_conquer.hpp.
#pragma once
#include <cstddef>
#include <vector>

namespace posenc {

// d ascending and without equal ones, all of z not zero, ρ > 0.
struct RankOneUpdate {
  std::vector<double> d, z;
  double rho;
};

// An eigenvalue d[origin] + offset, so that its distance to every d is known to full relative
// accuracy: (d[j] - d[origin]) - offset.
struct SecularRoot {
  std::size_t origin;
  double offset;
};

// The i-th smallest eigenvalue, between d[i] and d[i + 1] or above the last: the root of
// 1/ρ + Σ z²/(d - λ), to within its rounding error. Each step solves a rational equation with the
// two nearest poles (Bunch, Nielsen & Sorensen 1978; the start is that of LAPACK's dlaed4), inside
// a shrinking interval that holds the root. About 4 steps.
SecularRoot secular_root(const RankOneUpdate&, std::size_t i);

// z ← the vector for which `roots` are exact eigenvalues (Gu & Eisenstat 1994, SIAM J. Matrix Anal.
// Appl. 15:1266): eigenvectors from it are orthogonal however close the eigenvalues lie. The
// factors of the roots [first, last) are taken into `product` (n ones at the start); `finish` at
// the end.
void take_in_roots(const RankOneUpdate&, const std::vector<SecularRoot>& roots, std::size_t first,
                   std::size_t last, std::vector<double>& product);
void replace_vector(RankOneUpdate&, const std::vector<double>& product);

// The unit eigenvector of a root: z/(d - λ). Its entries are written in the order of `d` and `z`,
// which may be any; `origin` is the d of the root's origin.
void secular_vector(const double* d, const double* z, std::size_t n, double origin, double offset,
                    double* out);

}  // namespace posenc
