// Proportional (p-RoPE): only the fraction p of the highest frequencies turns; the rest are 0. The
// exponents and the pairing use the whole head, unlike partial rotary.
#pragma once
#include "encodings/scaling/common.hpp"

namespace posenc::proportional_row {

inline constexpr ParamInfo kParams[] = {
    number("fraction", "Fraction p of the pairs that turn (partial_rotary_factor).", kRequired,
           {0, 1}, {0, 1}),
    number("factor", "The frequencies of the pairs that turn are divided by it.", 1, above(0, 1e9),
           {1, 64, true}),
};

inline ScaledFrequencies scaled(const RotaryBase& base, double fraction, const Wide& factor) {
  // int(p * head_dim // 2) in float64, as in the paper's code and transformers; the rounding of the
  // product matters
  const auto turning = static_cast<std::size_t>(fraction * static_cast<double>(base.head_dim) / 2);
  const std::vector<Wide> plain = base.frequencies();
  std::vector<Wide> theta;
  for (std::size_t i = 0; i < plain.size(); ++i)
    theta.push_back(i < turning ? plain[i] / factor : Wide());
  return scaling_detail::with_bands(plain, std::move(theta), factor);
}

inline Result<ScaledFrequencies> apply(const RotaryBase& base, const Params& p) {
  if (base.rotary_dim != base.head_dim)
    return bad_param("rotaryDim",
                     "must be left out with proportional scaling, which spans the whole head");
  return scaled(base, p.number("fraction"), Wide(p.number("factor")));
}

inline constexpr ScalingInfo kProportionalScaling = {
    .id = "proportional",
    .title = "Proportional (p-RoPE)",
    .formula = R"(\theta'_i = \theta_i/s\ (i<\lfloor p\,d/2\rfloor),\quad 0\ \text{otherwise})",
    .citation =
        "Barbero et al. 2024, arXiv:2410.06205; transformers modeling_rope_utils, type "
        "proportional (Gemma 4)",
    .hf_type = "proportional",
    .params = kParams,
    .apply = apply,
};

}  // namespace posenc::proportional_row
