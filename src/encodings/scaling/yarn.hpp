// YaRN as in the released code (the yarn repository, transformers, vLLM, llama.cpp): the ramp is
// linear in the pair index between two indices, in contrast to the paper's ramp; frequencies differ
// by up to a factor of 4.
#pragma once
#include "encodings/scaling/common.hpp"

namespace posenc::yarn_row {

inline constexpr ParamInfo kBetaFast =
    number("betaFast", "Pairs with more turns in the trained context are kept.", 32, above(0, 1e9),
           {0.1, 64, true});
inline constexpr ParamInfo kBetaSlow =
    number("betaSlow", "Pairs with fewer turns in the trained context are divided by the factor.",
           1, above(0, 1e9), {0.1, 64, true});
inline constexpr ParamInfo kTruncate =
    on_off("truncate", "Round the two ramp indices outwards to integers.", true);

inline constexpr ParamInfo kParams[] = {
    scaling_detail::kFactor,
    scaling_detail::kOriginalContext,
    kBetaFast,
    kBetaSlow,
    kTruncate,
    number("mscale", "DeepSeek's mscale; used with mscaleAllDim, when both are not 0.", kOptional,
           {0, 100}, {0, 2}),
    number("mscaleAllDim",
           "DeepSeek's mscale_all_dim: divides the attention factor, and its square multiplies the "
           "softmax scale of MLA models.",
           kOptional, {0, 100}, {0, 2}),
    scaling_detail::kAttentionFactor,
};

// The (fractional) pair index whose frequency makes `turns` turns in the trained context:
// r·ln(L/(2π·turns)) / (2 ln b)
inline Wide index_of(const RotaryBase& base, const Wide& context, const Wide& turns) {
  return Wide(static_cast<double>(base.rotary_dim)) * log(context / (kTwoPi * turns)) /
         log(Wide(base.base)).scaled(1);
}

struct Ramp {
  Wide low, high;
};
inline Ramp ramp(const RotaryBase& base, const Params& p) {
  const Wide context(p.number("originalContext"));
  Wide low = index_of(base, context, Wide(p.number("betaFast")));
  Wide high = index_of(base, context, Wide(p.number("betaSlow")));
  if (p.flag("truncate")) low = floor(low), high = ceil(high);
  low = max(low, Wide());
  // the released code clamps to r - 1, not to the last pair r/2 - 1
  high = min(high, Wide(static_cast<double>(base.rotary_dim - 1)));
  if (low == high) high = high + Wide(0.001);
  return {low, high};
}

inline std::optional<Error> no_ramp(const RotaryBase& base) {
  if (base.base != 1) return std::nullopt;
  return bad_param("base", "must not be 1 with YaRN, whose ramp divides by ln(base)");
}

inline ScaledFrequencies frequencies(const RotaryBase& base, const Params& p) {
  const auto [low, high] = ramp(base, p);
  const Wide width = high - low;
  return scaling_detail::blend(
      base, Wide(p.number("factor")), [&, low = low](std::size_t i, const Wide&) {
        return scaling_detail::clipped_ratio(Wide(static_cast<double>(i)) - low, width);
      });
}

inline Result<ScaledFrequencies> apply(const RotaryBase& base, const Params& p) {
  if (const auto error = no_ramp(base)) return *error;
  const Wide factor(p.number("factor"));
  ScaledFrequencies out = frequencies(base, p);
  const double m = p.number_or("mscale", 0), all = p.number_or("mscaleAllDim", 0);
  if (p.has("attentionFactor"))
    out.attention_factor = Wide(p.number("attentionFactor"));
  else if (m != 0 && all != 0)
    out.attention_factor =
        scaling_detail::mscale(factor, Wide(m)) / scaling_detail::mscale(factor, Wide(all));
  else
    out.attention_factor = scaling_detail::mscale(factor, Wide(1.0));
  if (all != 0)
    out.softmax_multiplier = scaling_detail::square(scaling_detail::mscale(factor, Wide(all)));
  return out;
}

inline constexpr ScalingInfo kYarnScaling = {
    .id = "yarn",
    .title = "YaRN (released code)",
    .formula =
        R"(\theta'_i = (1-\rho_i)\,\theta_i + \rho_i\,\theta_i/s,\quad \rho_i=\mathrm{clip}\!\left(\frac{i-c(\beta_f)}{c(\beta_s)-c(\beta_f)},0,1\right),\quad c(\rho)=\frac{r\ln(L/2\pi\rho)}{2\ln b})",
    .citation =
        "jquesnelle/yarn; transformers modeling_rope_utils, type yarn; mscale as in DeepSeek-V2/V3",
    .hf_type = "yarn",
    .params = kParams,
    .apply = apply,
};

}  // namespace posenc::yarn_row
