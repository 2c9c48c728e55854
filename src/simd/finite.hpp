// Checks at memory speed that input values are finite.
#pragma once
#include <cstddef>

namespace posenc {

bool all_finite(const float* x, std::size_t n);
bool all_finite(const double* x, std::size_t n);

}  // namespace posenc
