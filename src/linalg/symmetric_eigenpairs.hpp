// Eigenvalues and eigenvectors of a symmetric matrix.
//
// Eigen's solver takes 2.0 times as long in WebAssembly and 1.7 natively for 512 rows, and 3.6 and
// 3.2 for 1024 (2026-11-28). That is why it is our own; tests/bench/README.md has the conditions.
#pragma once
#include <cstddef>
#include <vector>

#include "core/progress.hpp"
#include "linalg/spectrum.hpp"

namespace posenc {

// `a` (n, n); its upper triangle in rows is read. `kept` leading eigenvectors. Eigenvalues and
// ‖Av - λv‖ are within 4·n·2^-53·‖A‖, |v·w - δ_vw| within 4·n·2^-53
// (tests/linalg/symmetric_eigenpairs_test.cpp). The same bits on every compiler and engine.
Spectrum symmetric_eigenpairs(std::vector<double> a, std::size_t n, std::size_t kept,
                              const Progress& = {});

}  // namespace posenc
