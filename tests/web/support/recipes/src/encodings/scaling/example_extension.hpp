// The recipe of a context extension: divides every frequency by the factor.
#pragma once
#include "encodings/scaling/common.hpp"

namespace posenc::example_extension_row {

inline constexpr ParamInfo kParams[] = {scaling_detail::kFactor};

inline Result<ScaledFrequencies> apply(const RotaryBase& base, const Params& p) {
  return scaling_detail::blend(base, Wide(p.number("factor")),
                               [](std::size_t, const Wide&) { return Wide(1.0); });
}

inline constexpr ScalingInfo kExampleExtension = {
    .id = "example-extension",
    .title = "Example",
    .formula = R"(\theta'_i = \theta_i / s)",
    .citation = "None",
    .hf_type = "",
    .params = kParams,
    .apply = apply,
};

}  // namespace posenc::example_extension_row
