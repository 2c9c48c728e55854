// Singular values of a table and its left singular vectors.
//
// Orthogonalised down to a square where it is not one, brought to bidiagonal form B (n, n), and
// solved as the tridiagonal problem of [0 Bᵀ; B 0] in alternating order, whose eigenvalues are ±σ
// (Golub & Kahan 1965): so small singular values are as exact as large ones, off by n·2^-52 of the
// largest, where the eigenvalues of a Gram matrix would lose half of their digits.
//
// Eigen's BDCSVD of 64 to 1024 rows takes 1.7 to 1.9 times as long in WebAssembly and 1.1 to 1.4
// natively (singular values). With vectors it takes 1.1 to 1.4 times as long in WebAssembly and
// 0.6 to 0.9 natively (singular pairs), or 1.1 to 1.2 times as long in WebAssembly and 0.8 to 0.9
// natively (singular pairs of 64 columns). Measured on 2026-11-28; tests/bench/README.md says why
// it is our own. It is not known if BDCSVD has the same bits on arm64 and with AVX.
#pragma once
#include <cstddef>
#include <vector>

#include "core/progress.hpp"
#include "linalg/spectrum.hpp"

namespace posenc {

// `table` (n, d), row-major, below 1e300 in size. min(n, d) values; `kept` vectors of length n.
// With m = max(n, d), values and ‖(P·Pᵀ - σ²)v‖/σ_1 are within 4·m·2^-53·σ_1, and |v·w - δ_vw|
// within 4·m·2^-53 (tests/linalg/singular_pairs_test.cpp). The same bits on every compiler and
// engine.
Spectrum singular_pairs_of(std::vector<double> table, std::size_t n, std::size_t d,
                           std::size_t kept, const Progress& = {});

}  // namespace posenc
