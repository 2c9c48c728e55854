// Converts the public spec (names and values) to the form that rows read: choices as their index,
// booleans as 0 or 1.
#pragma once
#include "encodings/encoding.hpp"
#include "posenc/spec.hpp"

namespace posenc {

// Errors: unknown_encoding, unknown_scaling; unknown_param, bad_param and bad_shape name the field.
// resolve() checks ranges and missing parameters.
Result<EncodingSpec> raw_spec(const Spec&);

// Values of a list of parameters, by their present or former names. Errors: those of raw_spec;
// their message names `of` as the owner of the parameters, and `prefix` is put before the field.
Result<RawValues> raw_values(std::span<const ParamInfo> params, const Values&, std::string_view of,
                             const std::string& prefix);

}  // namespace posenc
