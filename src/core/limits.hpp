// Limits of the core by which the code around it divides work. `describe` prints them, so that
// TypeScript reads the same numbers (web/lib/generated/limits.ts).
#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>

namespace posenc::limits {

// A float32 table of fewer rows is computed row by row: the preparation of an addition of angles
// costs more than it saves.
inline constexpr std::size_t kFewestUniformRows = 48;
// The addition of angles makes so many rows of a table from one anchor. A table that is made in
// pieces costs least where each piece begins at a multiple of them. Each is one bit of a word.
inline constexpr std::size_t kRowsOfAnAnchor = std::numeric_limits<std::uint32_t>::digits;
// The generating vector of a bias is kept for the rows to come if queries and keys together are at
// most so many; of a longer one, what the rows at hand need.
inline constexpr std::size_t kMostKeptBias = std::size_t{1} << 21;

}  // namespace posenc::limits
