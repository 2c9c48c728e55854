// The cosine integral, from + - * / and the functions of real.hpp: equal bits on all platforms.
#pragma once

namespace posenc {

inline constexpr double kEulerGamma = 0.5772156649015329;

// Cin(x) = ∫_0^x (1 - cos t)/t dt = γ + ln x - Ci(x), x >= 0 (DLMF 6.2.12). Within 4 ulp of the
// exact value for x <= 2^53. Tested by tests/kernels/cosine_integral_test.cpp against Wide.
double cosine_integral(double x);

}  // namespace posenc
