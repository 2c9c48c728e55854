// Gaussian integrals of rectifiers, two pairs at a time: the angle between two inputs without
// branches or a call per entry.
#pragma once
#include <cstddef>

namespace posenc {

// For (u, v) ~ N(0, [[q11, k_j], [k_j, q22_j]]) with root = √q11 and roots_j = √q22_j, s = √(q11
// q22_j - k_j²), θ = atan2(s, k_j):
//   slope = mean - jump·θ/2π,  k_j ← jump·s/2π + slope·k_j,  theta_j ← theta_j·slope
// jump = (a - b)², mean = (a² + b²)/2 of the rectifier with slopes a and b (nn/layers/relu.hpp).
// Angles whose cosine is within 16·2^-52 of ±1 count as 0 and π. θ is within 4 ulp. The errors of
// slope and k_j are at most 6·2^-53·(mean + jump) and that times √(q11 q22_j). The bits do not
// depend on a pair's place in the row. Tested by tests/simd/rectifier_rows_test.cpp.
void rectifier_rows(double jump, double mean, double root, const double* roots, double* k,
                    double* theta, std::size_t n);

}  // namespace posenc
