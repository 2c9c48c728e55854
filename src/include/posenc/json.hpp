// Specs as JSON, the same string as in the JavaScript API, the command line and a page's address:
//   {"encoding": "rope", "dim": 128, "scaling": {"type": "linear", "factor": 4}}
#pragma once
#include <string_view>

#include "posenc/result.hpp"
#include "posenc/spec.hpp"

namespace posenc {

// Reads names and values only; prepare() checks that they exist. Errors: bad_json, with line and
// column, if the text is no JSON object, repeats a key in an object or is nested more than 64 deep;
// missing_param, bad_param.
Result<Spec> spec_from_json(std::string_view text);

}  // namespace posenc
