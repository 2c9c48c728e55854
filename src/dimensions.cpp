#include "posenc/dimensions.hpp"
#include "core/text.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "core/sizes.hpp"

namespace posenc::detail {
namespace {

std::string text(Dimensions d) {
  return "(" + std::to_string(d.rows) + ", " + std::to_string(d.cols) + ")";
}

}  // namespace

std::optional<Error> beyond_memory(std::string_view field, Dimensions d, std::size_t bytes) {
  constexpr Count most = std::numeric_limits<std::ptrdiff_t>::max();
  // one dimension may be too large even if the other is 0
  const Count asked = std::max({Count(d.rows) * d.cols * bytes, Count(d.rows), Count(d.cols)});
  return too_large(asked, most, std::string(field), "bytes in a matrix");
}

std::optional<Error> other_dimensions(std::string_view field, Dimensions got, Dimensions needed) {
  if (got == needed) return std::nullopt;
  return bad_shape(field, "must be ", text(needed), ", got ", text(got));
}

std::optional<Error> bad_coordinates(const Shape& shape, Dimensions positions) {
  if (positions.rows == 0 || positions.cols == shape.axes) return std::nullopt;
  return refusal(ErrorCode::bad_positions, "positions",
                 {"must be (n, ", shape.axes, "), a row for each position, got ", text(positions)});
}

std::size_t side_by_side(std::size_t terms, std::size_t cols) {
  const Count most = std::numeric_limits<std::size_t>::max();
  return static_cast<std::size_t>(std::min(Count(terms) * cols, most).value());
}

Dimensions of(const Fact& fact) {
  return {fact.values.size() / std::max<std::size_t>(fact.cols, 1), fact.cols};
}

}  // namespace posenc::detail
