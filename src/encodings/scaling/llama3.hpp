// Llama 3.1's rule: NTK-by-parts with thresholds given as wavelengths, without a temperature.
#pragma once
#include "encodings/scaling/ntk_by_parts.hpp"

namespace posenc::llama3_row {

inline constexpr ParamInfo kParams[] = {
    scaling_detail::kFactor,
    number("lowFreqFactor", "Wavelengths above L/lowFreqFactor are stretched by the factor.", 1,
           above(0, 1e9), {0.1, 64, true}),
    number("highFreqFactor",
           "Wavelengths below L/highFreqFactor are kept: the larger it is, the fewer they are.", 4,
           above(0, 1e9), {0.1, 64, true}),
    scaling_detail::kOriginalContext,
};

inline Result<ScaledFrequencies> apply(const RotaryBase& base, const Params& p) {
  const double low = p.number("lowFreqFactor"), high = p.number("highFreqFactor");
  if (!(low < high)) {
    // engines only log this; their formula then is a step at lowFreqFactor turns
    const Wide threshold(low), context(p.number("originalContext"));
    return scaling_detail::blend(
        base, Wide(p.number("factor")), [&](std::size_t, const Wide& theta) {
          return context * theta * kInverseTwoPi < threshold ? Wide(1.0) : Wide();
        });
  }
  return ntk_by_parts_row::by_parts(base, Wide(p.number("factor")),
                                    Wide(p.number("originalContext")), Wide(low), Wide(high));
}

inline constexpr ScalingInfo kLlama3Scaling = {
    .id = "llama3",
    .title = "Llama 3",
    .formula =
        R"(\theta'_i = (1-\sigma_i)\,\theta_i/s+\sigma_i\theta_i,\quad \sigma_i=\mathrm{clip}\!\left(\frac{L/\lambda_i-f_{low}}{f_{high}-f_{low}},0,1\right))",
    .citation = "Meta Llama 3.1 release; transformers modeling_rope_utils, type llama3",
    .hf_type = "llama3",
    .params = kParams,
    .apply = apply,
};

}  // namespace posenc::llama3_row
