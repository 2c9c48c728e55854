// The unit in the last place by which errors are measured.
#pragma once
#include <cmath>

// Between float64 numbers of the size of x; of 0 the smallest number that there is.
inline double ulp_of(double x) { return x == 0 ? 0x1p-1074 : std::ldexp(1.0, std::ilogb(x) - 52); }
