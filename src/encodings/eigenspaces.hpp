// Eigenvectors that do not depend on the solver: an eigenvector is defined up to its sign, and
// those of a repeated eigenvalue up to any rotation among them, so "the" eigenvectors of a
// Laplacian are those of whoever computed them. What is defined is the projector P onto each
// eigenspace; the basis here is taken from it by one rule:
//
//   pivot = the node i with the largest P_ii (the first of those within 1e-8 of it),
//   v = P e_i / √P_ii, then the same for P - v vᵀ.
//
// So an eigenvector of a simple eigenvalue has its largest entry positive, ties going to the first
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

// Of a symmetric matrix with all its eigenpairs.
Eigenspaces eigenspaces(const Spectrum&);

}  // namespace posenc
