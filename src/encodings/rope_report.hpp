// The effects of a rotary configuration at a context length, for each pair.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "encodings/encoding.hpp"
#include "posenc/rope_report.hpp"

namespace posenc {

// Every value is correctly rounded from 256-bit arithmetic. Scalings with a `contextLength`
// parameter (dynamic, longrope) are evaluated at context_length.
Result<RopeReport> rope_report(const Encoding&, double trained_context, double context_length);

}  // namespace posenc
