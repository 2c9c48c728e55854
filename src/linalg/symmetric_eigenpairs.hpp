// Eigenvalues and eigenvectors of a symmetric matrix.
//
// Eigen's solver of 64 to 1024 rows takes 0.8 to 3.6 times as long in WebAssembly and 0.7 to 3.2
// natively (symmetric eigenpairs), more for more rows; measured on 2026-11-28. That is why it is
// our own; tests/bench/README.md has the conditions.
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
