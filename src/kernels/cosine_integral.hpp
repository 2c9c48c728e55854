// Cin(x) = ∫_0^x (1 - cos t)/t dt = γ + ln x - Ci(x), x >= 0: what a sum of cosines with evenly
// spaced log-frequencies tends to. The absolute error is at most 2e-15·(1 + |Cin(x)|), held by
// tests/kernels/cosine_integral_test.cpp against an integral; x <= 2^51.
#pragma once

namespace posenc {

double cosine_integral(double x);

}  // namespace posenc
