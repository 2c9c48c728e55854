// NTK-aware interpolation: one change of base, b' = b·s^(r/(r-2)). Pair 0 keeps its frequency and
// the last pair is divided by exactly s.
#pragma once
#include "core/geometric.hpp"
#include "encodings/scaling/common.hpp"

namespace posenc::ntk_row {

inline constexpr ParamInfo kParams[] = {scaling_detail::kFactor};

// theta_i·s^(-2i/(r-2)), equal to using b' without computing it
inline ScaledFrequencies stretch(const RotaryBase& base, const Wide& factor) {
  const std::vector<Wide> plain = base.frequencies();
  if (plain.size() < 2) return scaling_detail::with_bands(plain, plain, factor);
  const std::vector<Wide> ratio =
      geometric(-(log(factor) / Wide(static_cast<double>(plain.size() - 1))), plain.size());
  std::vector<Wide> theta;
  for (std::size_t i = 0; i < plain.size(); ++i) theta.push_back(plain[i] * ratio[i]);
  return scaling_detail::with_bands(plain, std::move(theta), factor);
}

inline Result<ScaledFrequencies> apply(const RotaryBase& base, const Params& p) {
  return stretch(base, Wide(p.number("factor")));
}

inline constexpr ScalingInfo kNtkScaling = {
    .id = "ntk",
    .title = "NTK-aware",
    .formula = R"(b' = b\,s^{r/(r-2)},\quad \theta'_i = b'^{-2i/r} = \theta_i\,s^{-2i/(r-2)})",
    .citation =
        "bloc97, June 2023; Peng et al. 2023, YaRN, arXiv:2309.00071, Definition 1, eq. 14-16",
    .hf_type = "",
    .params = kParams,
    .apply = apply,
};

}  // namespace posenc::ntk_row
