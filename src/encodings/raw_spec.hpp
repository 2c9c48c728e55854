// The public spec (names and values) in the form that rows read: choices as their index, booleans
// as 0 or 1.
#pragma once
#include "encodings/encoding.hpp"
#include "posenc/spec.hpp"

namespace posenc {

// Errors: unknown_encoding, unknown_scaling; unknown_param, bad_param and bad_shape name the field.
// Ranges, and what is missing, resolve() tells.
Result<EncodingSpec> raw_spec(const Spec&);

}  // namespace posenc
