// The recipe of a context extension: every frequency divided by the factor.
#pragma once
#include "encodings/scaling/common.hpp"

namespace posenc {
namespace example_extension_detail {

inline constexpr ParamInfo kParams[] = {scaling_detail::kFactor};

inline Result<ScaledFrequencies> apply(const RotaryBase& base, const Params& p) {
  return scaling_detail::blend(base, Wide(p.number("factor")),
                               [](std::size_t, const Wide&) { return Wide(1.0); });
}

}  // namespace example_extension_detail

inline constexpr ScalingInfo kExampleExtension = {
    .id = "example-extension",
    .title = "Example",
    .formula = R"(\theta'_i = \theta_i / s)",
    .citation = "None",
    .hf_type = "",
    .params = example_extension_detail::kParams,
    .apply = example_extension_detail::apply,
};

}  // namespace posenc
