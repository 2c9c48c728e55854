// Eigenvectors that do not depend on the solver. An eigenvector is defined only up to its sign, and
// those of a repeated eigenvalue up to a rotation among them, so different solvers return different
// ones. The projector P onto each eigenspace is unique; this basis follows from it by one rule:
//
//   pivot = the node i with the largest P_ii (the first of those within 1e-8 of it),
//   v = P e_i / √P_ii, then repeat for P - v vᵀ.
//
// So an eigenvector of a simple eigenvalue has its largest entry positive; ties choose the first
// node. Eigenvalues closer than 1e-10 (of the largest, if that is above 1) count as one.
#pragma once
#include <cstddef>
#include <vector>

#include "linalg/spectrum.hpp"

namespace posenc {

struct Eigenspaces {
  std::vector<double> values;             // (n) ascending
  Matrix vectors;                         // (n, n): row j belongs to values[j]
  std::vector<std::size_t> space;         // (n) index of its eigenspace, from 0
  std::vector<std::size_t> multiplicity;  // (n) dimension of that eigenspace
};

// From all eigenpairs of a symmetric matrix.
Eigenspaces eigenspaces(const Spectrum&);

}  // namespace posenc
