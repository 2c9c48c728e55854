// Limits of the core by which its callers split work. `describe` prints them for TypeScript
// (web/lib/generated/limits.ts).
#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>

namespace posenc::limits {

// Float32 tables of fewer rows are computed row by row: preparing an addition of angles costs more
// than it saves.
inline constexpr std::size_t kFewestUniformRows = 48;
// Rows that the addition of angles makes from one anchor (one bit of a word each). A table made in
// pieces is cheapest if each piece begins at a multiple of this.
inline constexpr std::size_t kRowsOfAnAnchor = std::numeric_limits<std::uint32_t>::digits;
// The generating vector of a bias is kept for later rows if it has at most this many queries and
// keys together. Of a longer one, only the part for the current rows is computed.
inline constexpr std::size_t kMostKeptBias = std::size_t{1} << 21;

}  // namespace posenc::limits
