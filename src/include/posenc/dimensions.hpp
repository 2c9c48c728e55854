// Dimensions of matrices, counted and compared by the archive: posenc/eigen.hpp is compiled by the
// program that includes it, and holds no arithmetic of its own.
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

// too_large where numbers of so many bytes are more than a matrix of this machine can have. They
// are counted in 64 bits, also where a size_t has 32.
std::optional<Error> beyond_memory(std::string_view field, Dimensions, std::size_t bytes);

// bad_shape where they differ, even if the numbers are as many: a transposed matrix is another one.
std::optional<Error> other_dimensions(std::string_view field, Dimensions got, Dimensions needed);

// bad_positions where a row does not have a number for each coordinate of a position.
std::optional<Error> bad_coordinates(const Shape&, Dimensions positions);

// Columns of `terms` matrices side by side; the largest number where there are more.
std::size_t side_by_side(std::size_t terms, std::size_t cols);

Dimensions of(const Fact&);

}  // namespace posenc::detail
