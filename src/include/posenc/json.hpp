// Specs as JSON, the same text as in the JavaScript API, the command line and a page's address:
//   {"encoding": "rope", "dim": 128, "scaling": {"type": "linear", "factor": 4}}
// A library of its own, posenc::json, as it needs nlohmann's.
#pragma once
#include <string_view>

#include "posenc/result.hpp"
#include "posenc/spec.hpp"

namespace posenc {

// What is read is the form: names and values; whether there are such, prepare() tells. Errors:
// bad_json for what is no JSON object, has a key twice in one object or is nested more than 64
// deep; missing_param, bad_param.
Result<Spec> spec_from_json(std::string_view text);

}  // namespace posenc
