// What the reductions by panels of columns share: bidiagonal, tridiagonal, orthogonal.
#pragma once
#include <cstddef>

namespace posenc {

// Columns that are treated one by one, between two updates of the rest by matrix products.
inline constexpr std::size_t kPanel = 32;
// Columns of the rest that are updated at once.
inline constexpr std::size_t kUpdate = 96;
// A product with a vector is bound by memory: so many times slower than one with a matrix.
inline constexpr double kMemoryBound = 10;

}  // namespace posenc
