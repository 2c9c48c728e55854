// ALiBi: attention with linear biases, Press et al. 2022 (arXiv:2108.12409).
//
// bias_h(query i, key j) = -m_h·(i - j) for j <= i. Slopes: m_h = 2^(-8h/n) for n a power of two;
// otherwise the released code takes the slopes of the power of two below, then every other slope of
// the one above, so their order is not monotone.
#pragma once
#include "encodings/encoding.hpp"

namespace posenc {
namespace alibi_detail {

inline constexpr std::string_view kRules[] = {"released", "geometric"};
inline constexpr std::string_view kDirections[] = {"causal", "symmetric"};

inline constexpr ParamInfo kParams[] = {
    {.name = "heads",
     .doc = "Number of attention heads n.",
     .kind = ParamKind::integer,
     .required = true,
     .min = 1,
     .max = 4096,
     .slider = {1, 128, true}},
    {.name = "rule",
     .doc = "Slopes for a head count that is no power of two: released is the authors' code, "
            "geometric is 2^(-8h/n) for every n.",
     .kind = ParamKind::choice,
     .initial = 0,
     .choices = kRules},
    {.name = "direction",
     .doc = "causal: keys after the query get -infinity; symmetric: -m·|i - j| (encoders).",
     .kind = ParamKind::choice,
     .initial = 0,
     .choices = kDirections},
};

inline double slope(std::int64_t h, std::int64_t n) {  // 2^(-8h/n), correctly rounded
  return exp(-(Wide(8.0 * static_cast<double>(h)) / Wide(static_cast<double>(n)) * kLn2))
      .to_double();
}

inline std::vector<double> slopes(const Params& p) {
  const std::int64_t heads = p.integer("heads");
  std::int64_t below = 1;
  while (2 * below <= heads) below *= 2;
  std::vector<double> m;
  if (p.choice("rule") == 1 || below == heads) {
    for (std::int64_t h = 1; h <= heads; ++h) m.push_back(slope(h, heads));
  } else {
    for (std::int64_t h = 1; h <= below; ++h) m.push_back(slope(h, below));
    for (std::int64_t h = 1; static_cast<std::int64_t>(m.size()) < heads; h += 2)
      m.push_back(slope(h, 2 * below));
  }
  return m;
}

inline Result<Bias> bias(const Params& p) {
  Bias b;
  b.heads = static_cast<std::size_t>(p.integer("heads"));
  b.causal = p.choice("direction") == 0;
  b.of_distance = [m = slopes(p)](std::size_t head, std::int64_t distance) {
    // 0 - x: no negative zero on the diagonal
    return 0 - m[head] * static_cast<double>(distance < 0 ? -distance : distance);
  };
  return b;
}

inline Result<Facts> facts(const Params& p) {
  return Facts{{"slopes", "Slope m_h of each head.", slopes(p)}};
}

}  // namespace alibi_detail

inline constexpr EncodingInfo kAlibi = {
    .id = "alibi",
    .title = "ALiBi",
    .family = "relative bias",
    .formula = R"(b_h(i,j) = -m_h\,(i-j),\quad m_h = 2^{-8h/n})",
    .citation = "Press et al. 2022, Train Short, Test Long, arXiv:2108.12409",
    .params = alibi_detail::kParams,
    .bias = alibi_detail::bias,
    .facts = alibi_detail::facts,
};

}  // namespace posenc
