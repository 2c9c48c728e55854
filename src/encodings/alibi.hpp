// ALiBi: attention with linear biases, Press et al. 2022 (arXiv:2108.12409).
//
// bias_h(query i, key j) = -m_h·(i - j) for j <= i. Slopes: m_h = 2^(-8h/n) for n a power of two;
// otherwise the released code takes the slopes of the power of two below n, then every other slope
// of the power above, so their order is not monotone.
//
// Encoders use -m·|i - j| (symmetric), or split the heads: the first half looks back only, the
// second half ahead only, both with the slopes of n/2 heads. Bloom stores m_h·j, which differs from
// -m_h·(i - j) by a constant per query, so the softmax is equal, but the values grow.
#pragma once
#include "encodings/encoding.hpp"
#include "encodings/relative_params.hpp"

namespace posenc::alibi_row {

using Rule = Choice<"released", "geometric">;
using Direction = Choice<"causal", "symmetric", "split">;
using Storage = Choice<"distance", "key">;

inline constexpr ParamInfo kParams[] = {
    relative::kHeads,
    one_of<Rule>("rule",
                 "Slopes for a head count that is no power of two: released is the authors' code, "
                 "geometric is 2^(-8h/n) for every n."),
    one_of<Direction>("direction",
                      "causal: keys after the query get -infinity; symmetric: -m·|i - j| "
                      "(encoders); split: heads of the first half see no key after the query, "
                      "those of the second half none before it."),
    one_of<Storage>("storage",
                    "distance: -m·(i - j); key: m·j, as transformers' Bloom stores it (the same "
                    "softmax; causal only)."),
};

inline double slope(std::int64_t h, std::int64_t n) {  // 2^(-8h/n), correctly rounded
  return exp(-(Wide(8.0 * static_cast<double>(h)) / Wide(static_cast<double>(n)) * kLn2))
      .to_double();
}

// for every head; if heads are split, the second half repeats the first
inline std::vector<double> slopes(const Params& p) {
  const bool halves = p.choice<Direction>("direction") == "split";
  const std::int64_t heads = halves ? p.integer("heads") / 2 : p.integer("heads");
  std::int64_t below = 1;
  while (2 * below <= heads) below *= 2;
  std::vector<double> m;
  if (p.choice<Rule>("rule") == "geometric" || below == heads) {
    for (std::int64_t h = 1; h <= heads; ++h) m.push_back(slope(h, heads));
  } else {
    for (std::int64_t h = 1; h <= below; ++h) m.push_back(slope(h, below));
    for (std::int64_t h = 1; static_cast<std::int64_t>(m.size()) < heads; h += 2)
      m.push_back(slope(h, 2 * below));
  }
  if (halves) m.insert(m.end(), m.begin(), m.begin() + static_cast<std::ptrdiff_t>(heads));
  return m;
}

inline Result<Bias> bias(const Params& p) {
  Bias b;
  b.heads = p.count("heads");
  const auto direction = p.choice<Direction>("direction");
  b.causal = direction == "causal";
  if (direction == "split" && b.heads % 2 != 0)
    return bad_param("heads", "must be even where they are split, got ", b.heads);
  if (p.choice<Storage>("storage") == "key") {
    if (direction != "causal")
      return bad_param("storage", "'key' has the same softmax only with direction 'causal'");
    b.set_of_pair([m = slopes(p)](std::size_t head, std::int64_t, std::int64_t key) {
      return m[head] * static_cast<double>(key);
    });
    return b;
  }
  b.set_of_distance(
      [m = slopes(p), is_split = direction == "split"](std::size_t head, std::int64_t distance) {
        if (is_split && (head < m.size() / 2 ? distance < 0 : distance > 0)) return kMasked;
        // 0 - x avoids negative zero on the diagonal
        return 0 - m[head] * relative::size(distance);
      });
  return b;
}

inline Result<Facts> facts(const Params& p) {
  return Facts{{"slopes", "Slope m_h of each head.", slopes(p)}};
}

inline constexpr EncodingInfo kAlibi = {
    .id = "alibi",
    .title = "ALiBi",
    .family = "relative bias",
    .formula = R"(b_h(i,j) = -m_h\,(i-j),\quad m_h = 2^{-8h/n})",
    .citation =
        "Press et al. 2022, Train Short, Test Long, arXiv:2108.12409; split heads: "
        "ofirpress/attention_with_linear_biases issue 5",
    .note =
        "Logits are divided by √d, the bias is not. Bloom's storage is from memory of its code.",
    .params = kParams,
    .bias = bias,
    .facts = facts,
};

}  // namespace posenc::alibi_row
