// The orthogonal Procrustes problem (Schönemann 1966), by the singular vectors of eigenpairs.hpp.
// With Eigen's BDCSVD and products, 64 to 1024 rows take 1.0 to 1.3 times as long in WebAssembly
// and 0.7 to 0.8 natively (Procrustes of 64 columns), and square tables 1.1 to 1.3 times as long in
// WebAssembly and 0.7 to 0.8 natively (Procrustes); measured on 2026-11-28. singular_pairs.hpp
// says why it is our own.
#pragma once
#include "core/matrix.hpp"

namespace posenc {

// min over orthogonal Q of ‖X - Y·Q‖_F² = ‖X‖² + ‖Y‖² - 2‖XᵀY‖_* for tables X (n, p) and Y (n, q),
// the narrower one padded with zero columns. The residual of the best Q is formed and summed, so
// that equal shapes give about 2^-100·‖X‖² and not 2^-53·‖X‖². It never lies below the minimum by
// more than its own rounding, and above it by at most 8·max(p, q)·2^-53·(‖X‖² + ‖Y‖²): directions
// of XᵀY below rounding are turned at random. Held by tests/linalg/procrustes_test.cpp.
double procrustes(ConstMatrixView x, ConstMatrixView y);

}  // namespace posenc
