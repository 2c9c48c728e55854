// The public spec (names and values) in the form that rows read: choices as their index, booleans
// as 0 or 1.
#pragma once
#include "encodings/encoding.hpp"
#include "posenc/spec.hpp"

namespace posenc {

// Errors: unknown_encoding, unknown_scaling; unknown_param, bad_param and bad_shape name the field.
// Ranges, and what is missing, resolve() tells.
Result<EncodingSpec> raw_spec(const Spec&);

// Values of a list of parameters, by their present or their former names. Errors: those of
// raw_spec; `of` says in them whose parameters they are, `prefix` stands before the field.
Result<RawValues> raw_values(std::span<const ParamInfo> params, const Values&, std::string_view of,
                             const std::string& prefix);

}  // namespace posenc
