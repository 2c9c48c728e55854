// What the reductions by panels of columns share: bidiagonal, tridiagonal, orthogonal.
#pragma once
#include <cstddef>

namespace posenc {

// Columns that are treated one by one, between two updates of the rest by matrix products.
inline constexpr std::size_t kPanel = 32;
// Columns of the rest that are updated at once.
inline constexpr std::size_t kUpdate = 96;

}  // namespace posenc
