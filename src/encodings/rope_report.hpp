// What a rotary configuration means for a context length, pair by pair.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "encodings/encoding.hpp"
#include "posenc/rope_report.hpp"

namespace posenc {

// Every number is correctly rounded from 256-bit arithmetic. Scalings with a `contextLength`
// parameter (dynamic, longrope) are evaluated at context_length.
Result<RopeReport> rope_report(const Encoding&, double trained_context, double context_length);

}  // namespace posenc
