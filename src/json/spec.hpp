// Specs as JSON, the same text as in the JavaScript API, the command line and a page's address:
//   {"encoding": "rope", "dim": 128, "scaling": {"type": "linear", "factor": 4}}
//
// What is read here is the form: names, numbers, booleans, choices by their names, lists of
// numbers. Which of them a row takes, and their ranges, Plan::create tells. A library of its own
// (posenc_json), as it needs nlohmann's json.
#pragma once
#include <string_view>

#include "core/result.hpp"
#include "encodings/encoding.hpp"

namespace posenc {

// Errors: bad_json for what is no JSON object; missing_param, unknown_encoding, unknown_scaling;
// unknown_param and bad_param name the field.
Result<EncodingSpec> spec_from_json(std::string_view text);

}  // namespace posenc
