// JSON as JavaScript's JSON.stringify writes it.
#pragma once
#include <string>

#include "json/value.hpp"

namespace posenc {

// A number as JavaScript writes it: "0.1", "1e-7", "NaN", "-Infinity"; but "-0" for minus zero.
std::string number_text(double);

// Without spaces, members in their order; null for a number that JSON has no text for.
std::string write_json(const Json&);

}  // namespace posenc
