// NTK-by-parts as defined in the YaRN paper: the ramp is linear in the number of turns r_i =
// L/lambda_i in training. (Released code uses another ramp: see yarn.hpp.)
#pragma once
#include "encodings/scaling/common.hpp"

namespace posenc::ntk_by_parts_row {

inline constexpr ParamInfo kParams[] = {
    scaling_detail::kFactor,
    scaling_detail::kOriginalContext,
    number("alpha", "Pairs with fewer turns in the trained context are interpolated fully.", 1,
           {0, 1e9}, {0.1, 64, true}),
    number("beta", "Pairs with more turns in the trained context are kept.", 32, above(0, 1e9),
           {0.1, 64, true}),
};

// 1 - gamma(r), gamma(r) = clip((r - alpha)/(beta - alpha), 0, 1), r = L·theta/2π
inline ScaledFrequencies by_parts(const RotaryBase& base, const Wide& factor, const Wide& context,
                                  const Wide& alpha, const Wide& beta) {
  const Wide one(1.0);
  return scaling_detail::blend(base, factor, [&](std::size_t, const Wide& theta) {
    const Wide turns = context * theta * kInverseTwoPi;
    return one - scaling_detail::clipped_ratio(turns - alpha, beta - alpha);
  });
}

inline Result<ScaledFrequencies> apply(const RotaryBase& base, const Params& p) {
  const double alpha = p.number("alpha"), beta = p.number("beta");
  if (!(alpha < beta))
    return bad_param("scaling.beta", "must be greater than alpha = ", to_text(alpha), ", got ",
                     to_text(beta));
  return by_parts(base, Wide(p.number("factor")), Wide(p.number("originalContext")), Wide(alpha),
                  Wide(beta));
}

inline constexpr ScalingInfo kNtkByPartsScaling = {
    .id = "ntk-by-parts",
    .title = "NTK-by-parts (paper)",
    .formula =
        R"(\theta'_i = (1-\gamma(r_i))\,\theta_i/s + \gamma(r_i)\,\theta_i,\quad \gamma(r)=\mathrm{clip}\!\left(\frac{r-\alpha}{\beta-\alpha},0,1\right),\quad r_i = L/\lambda_i)",
    .citation = "Peng et al. 2023, YaRN, arXiv:2309.00071, Definition 2, eq. 17-20",
    .hf_type = "",
    .params = kParams,
    .apply = apply,
};

}  // namespace posenc::ntk_by_parts_row
