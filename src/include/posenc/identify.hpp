// Finds the spec that made given rotary numbers, or the known mistake that did. The method and all
// verdicts: docs/identify.md.
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "posenc/result.hpp"

namespace posenc {

// frequencies: one list, rad per position (inv_freq). table: a row for each position, of cosines,
// sines or both. cos_sin: each row has all cosines of a position, then all sines.
enum class Subject { frequencies, table, cos_sin };

// `options` is a JSON object; each member may be left out:
//   expected       list of {"spec": a spec of rope or sinusoidal, "layer": its name, "maxContext":
//                  max_position_embeddings}: what the numbers should be, one for each kind of layer
//   firstPosition  position of the first row of a table, 0
// The result is a JSON object, an `Identification` of the JavaScript API. At least 2 finite values,
// and `values.size()` is a multiple of `rows`. Errors: bad_argument, bad_shape, bad_json, and those
// of prepare() for an expected spec.
Result<std::string> identify(std::span<const double> values, std::size_t rows, Subject subject,
                             std::string_view options = "{}");

// The numbers as text: a list, or a table with a row for each line or innermost pair of brackets,
// as Python, NumPy, PyTorch and JSON print them.
Result<std::string> identify(std::string_view numbers, std::string_view options = "{}");

}  // namespace posenc
