// Reads untrusted JSON text. web/lib/checks/json.ts accepts the same texts.
#pragma once
#include <cstddef>
#include <string_view>

#include "json/value.hpp"
#include "posenc/result.hpp"

namespace posenc {

// Deeper values would be written, copied and freed by deep recursion.
inline constexpr int kMostJsonDepth = 64;

struct JsonOptions {
  // Reads NaN, Infinity and -Infinity. They are not JSON, but Python's json module writes them.
  bool python_constants = false;
};

// Error, without a field: bad_json with line and column, for invalid UTF-8 and for a
// name that stands twice in one object, too, because such a text is ambiguous. A byte order mark is
// skipped. A number beyond the range of float64 is infinite or 0, and a surrogate escape without
// its other half is U+FFFD.
Result<Json> read_json(std::string_view text, const JsonOptions& = {});

// Counted from 1; columns in characters.
struct Place {
  std::size_t line, column;
};
Place place_of(std::string_view text, std::size_t offset);

}  // namespace posenc
