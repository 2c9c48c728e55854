// Two variants of J. Su (kexue.fm), which vLLM offers as `ntk`: fixed, theta'_i =
// (b·k)^(-2i/r)/k^(2/r), and mixed, theta'_i = theta_i / exp(a (i+1)^beta) with a = ln k /
// (r/2)^beta. In both the last pair is divided by exactly k.
#pragma once
#include "core/geometric.hpp"
#include "encodings/scaling/common.hpp"

namespace posenc::kexue_row {

inline constexpr ParamInfo kFixedParams[] = {scaling_detail::kFactor};
inline constexpr ParamInfo kMixedParams[] = {
    scaling_detail::kFactor,
    number("mixedB", "Exponent beta of the mixed variant (mixed_b).", 0.625, above(0, 16),
           {0.1, 2}),
};

inline Result<ScaledFrequencies> fixed(const RotaryBase& base, const Params& p) {
  const Wide k(p.number("factor"));
  const std::vector<Wide> plain = base.frequencies();
  const std::vector<Wide> ratio =
      geometric(-(log(k) / Wide(static_cast<double>(plain.size()))), plain.size() + 1);
  std::vector<Wide> theta;
  for (std::size_t i = 0; i < plain.size(); ++i) theta.push_back(plain[i] * ratio[i + 1]);
  return scaling_detail::with_bands(plain, std::move(theta), k);
}

inline Result<ScaledFrequencies> mixed(const RotaryBase& base, const Params& p) {
  const Wide k(p.number("factor"));
  const Wide beta(p.number("mixedB"));
  const std::vector<Wide> plain = base.frequencies();
  std::vector<Wide> theta;
  const Wide a = log(k) / pow(Wide(static_cast<double>(base.pairs())), beta);
  for (std::size_t i = 0; i < plain.size(); ++i)
    theta.push_back(plain[i] / exp(a * pow(Wide(static_cast<double>(i + 1)), beta)));
  return scaling_detail::with_bands(plain, std::move(theta), k);
}

inline constexpr ScalingInfo kKexueFixedScaling = {
    .id = "kexue-fixed",
    .title = "NTK-RoPE fixed (kexue.fm)",
    .formula = R"(\theta'_i = (b\,k)^{-2i/r} / k^{2/r})",
    .citation = "J. Su, kexue.fm; vLLM rotary embedding, type ntk without mixed_b",
    .hf_type = "",
    .params = kFixedParams,
    .apply = fixed,
};
inline constexpr ScalingInfo kKexueMixedScaling = {
    .id = "kexue-mixed",
    .title = "NTK-RoPE mixed (kexue.fm)",
    .formula = R"(\theta'_i = \theta_i / e^{a(i+1)^\beta},\quad a=\ln k/(r/2)^\beta)",
    .citation = "J. Su, kexue.fm; vLLM rotary embedding, type ntk with mixed_b",
    .hf_type = "",
    .params = kMixedParams,
    .apply = mixed,
};

}  // namespace posenc::kexue_row
