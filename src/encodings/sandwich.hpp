// Sandwich: Chi et al. 2022 (arXiv:2212.10356), as implemented in NVIDIA NeMo.
//
// The inner product of two sinusoidal encodings, shifted to 0 at distance 0 and scaled per head:
//   b_h(Δ) = (Σ_{i=1}^{d/2} cos(Δ·base^(-2i/d)) - d/2)·H/(8h), h = 1 … H
// The sum starts at i = 1, so it excludes the fastest wave of the sinusoidal table (i = 0). Summed
// as -2·sin²(Δω/2), without cancellation: relative error below (6 + d/2)·2^-53.
#pragma once
#include "encodings/encoding.hpp"
#include "encodings/relative_params.hpp"

namespace posenc::sandwich_row {

inline constexpr ParamInfo kParams[] = {
    relative::kHeads,
    integer("dim", "Width d of the sinusoidal encodings; even.", 128, {2, 65536}, {2, 1024, true}),
    number("base", "Base b of the frequencies: the larger, the slower the slowest waves.", 10000,
           {1, 1e30}, {10, 1e7, true}),
    relative::kDirection,
};

// Half the frequencies base^(-2i/d), i = 1 … d/2
inline Result<std::vector<TurnFrequency>> half_frequencies(const Params& p) {
  const std::int64_t dim = p.integer("dim");
  if (dim % 2 != 0) return bad_param("dim", "must be even, got ", dim);
  TrigTable t;
  set_geometric(t, p.number("base"), Wide(static_cast<double>(dim / 2)),
                static_cast<std::size_t>(dim / 2) + 1, 0.5);
  return std::vector<TurnFrequency>(t.frequencies.begin() + 1, t.frequencies.end());
}

inline Result<Bias> bias(const Params& p) {
  Result<std::vector<TurnFrequency>> halves = half_frequencies(p);
  if (!halves) return halves.error();
  Bias b;
  b.heads = p.count("heads");
  b.causal = p.choice<relative::Direction>("direction") == "causal";
  b.set_of_distance([halves = std::move(halves).value(), heads = static_cast<double>(b.heads)](
                        std::size_t head, std::int64_t distance) {
    const Position at(relative::size(distance));
    double sum = 0;
    for (const TurnFrequency& f : halves) {
      const double s = wave(f, at).sin;
      sum += 2 * s * s;
    }
    return 0 - sum * heads / (8 * static_cast<double>(head + 1));
  });
  return b;
}

inline Result<Facts> facts(const Params& p) {
  Fact scales{"scales", "H/(8h) of each head.", {}};
  const double heads = p.number("heads");
  for (double h = 1; h <= heads; ++h) scales.values.push_back(heads / (8 * h));
  return Facts{std::move(scales)};
}

inline constexpr EncodingInfo kSandwich = {
    .id = "sandwich",
    .title = "Sandwich",
    .family = "relative bias",
    .formula =
        R"(b_h(i,j) = \frac{H}{8h}\left(\sum_{k=1}^{d/2}\cos\!\big((i-j)\,b^{-2k/d}\big) - \frac d2\right))",
    .citation =
        "Chi et al. 2022, Dissecting Transformer Length Extrapolation via the Lens of Receptive "
        "Field Analysis, arXiv:2212.10356; sum and scale as in NVIDIA NeMo",
    .note = "At least one public copy forgets the cosine. The default d = 128 is unconfirmed.",
    .params = kParams,
    .bias = bias,
    .facts = facts,
};

}  // namespace posenc::sandwich_row
