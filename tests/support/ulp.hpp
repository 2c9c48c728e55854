// The unit in the last place, the unit of errors.
#pragma once
#include <cmath>

// Between float64 numbers of the size of x; for 0 the smallest positive number.
inline double ulp_of(double x) { return x == 0 ? 0x1p-1074 : std::ldexp(1.0, std::ilogb(x) - 52); }
