// Symmetric Toeplitz matrices T[i][j] = t(|i - j|), and circulant approximations, whose eigenvalues
// are a discrete Fourier transform.
//
// Source: Strang 1986; T. Chan 1988.
#pragma once
#include <vector>

#include "core/matrix.hpp"

namespace posenc {

// The first row of k (n, n) if it is Toeplitz, each entry within 1e-14·|k_00|; otherwise an empty
// one.
std::vector<double> toeplitz_row(const Matrix& k);

// First rows of circulants for the Toeplitz matrix with this first row: Strang's copies its middle,
// T. Chan's is the nearest in the Frobenius norm.
std::vector<double> strang_circulant(const std::vector<double>& row);
std::vector<double> chan_circulant(const std::vector<double>& row);

// Eigenvalues of the circulant with this first row, which is even: c_j = c_{n-j}. Descending.
std::vector<double> circulant_eigenvalues(const std::vector<double>& row);

}  // namespace posenc
