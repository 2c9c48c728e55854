// Specs of values that are read already.
#pragma once
#include "json/value.hpp"
#include "posenc/result.hpp"
#include "posenc/spec.hpp"

namespace posenc {

// Errors: those of spec_from_json, without bad_json for its text.
Result<Spec> spec_of(const Json&);

}  // namespace posenc
