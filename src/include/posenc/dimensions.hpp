// Dimensions of matrices, computed and compared inside the library: posenc/eigen.hpp is compiled by
// the including program and does no arithmetic itself.
#pragma once
#include <cstddef>
#include <optional>
#include <string_view>

#include "posenc/facts.hpp"
#include "posenc/result.hpp"
#include "posenc/shape.hpp"

namespace posenc::detail {

struct Dimensions {
  std::size_t rows = 0, cols = 0;
  friend constexpr bool operator==(Dimensions, Dimensions) = default;
};

// Returns too_large if elements of this many bytes exceed the largest possible matrix. Counts in 64
// bits even if size_t has 32.
std::optional<Error> beyond_memory(std::string_view field, Dimensions, std::size_t bytes);

// Returns bad_shape if they differ, even if the element counts agree (a transposed matrix).
std::optional<Error> other_dimensions(std::string_view field, Dimensions got, Dimensions needed);

// Returns bad_positions unless each row has one value per coordinate of a position.
std::optional<Error> bad_coordinates(const Shape&, Dimensions positions);

// Columns of `terms` matrices side by side; saturates at the largest number.
std::size_t side_by_side(std::size_t terms, std::size_t cols);

Dimensions of(const Fact&);

}  // namespace posenc::detail
