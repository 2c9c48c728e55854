// NoPE: no position encoding. A decoder still sees order through its causal mask (Haviv et al.
// 2022; Kazemnejad et al. 2023). Llama 4, whose NoPE layers stand between rotary ones, multiplies
// their queries by a temperature that grows with the position.
//
// bias 0 under the mask; q ← q·(1 + attnScale·ln(⌊(p + 1)/floorScale⌋ + 1)), k as it is.
#pragma once
#include "core/real.hpp"
#include "encodings/encoding.hpp"

namespace posenc {
namespace nope_detail {

using Direction = Choice<"causal", "bidirectional">;

inline constexpr ParamInfo kParams[] = {
    integer("dim", "Head dimension.", kRequired, {1, 65536}, {2, 512, true}),
    integer("heads", "Number of attention heads.", 1, {1, 4096}, {1, 128, true}),
    one_of<Direction>(
        "direction", "causal: keys after the query get -infinity; bidirectional: every bias is 0."),
    number("attnScale", "Growth of the query temperature: 0.1 in Llama 4; 0 leaves queries alone.",
           0, {0, 100}, {0, 1}),
    only_where(
        number("floorScale", "Positions between two steps of the temperature: 8192 in Llama 4.",
               8192, {1e-6, 1e15}, {16, 65536, true}),
        "attnScale"),
};

// 1 at positions below floorScale - 1, negative ones included
inline double temperature(double attn_scale, double floor_scale, double position) {
  const double steps = std::floor((position + 1) / floor_scale);
  return steps > 0 ? 1 + attn_scale * real::log(steps + 1) : 1;
}

inline Result<Transform> transform(const Params& p) {
  Transform t;
  t.dim = t.width = static_cast<std::size_t>(p.integer("dim"));
  if constexpr (kAdjoints)
    t.adjoint = [dim = t.dim, attn_scale = p.number("attnScale"),
                 floor_scale = p.number("floorScale")](Side side, const double* position,
                                                       const double*, const double* upstream,
                                                       double* x_gradient, Gradients) {
      const double factor =
          side == Side::query ? temperature(attn_scale, floor_scale, *position) : 1;
      for (std::size_t c = 0; c < dim; ++c) x_gradient[c] += factor * upstream[c];
    };
  t.row = [dim = t.dim, attn_scale = p.number("attnScale"), floor_scale = p.number("floorScale")](
              Side side, const double* position, const double* x, double* out) {
    const double factor = side == Side::query ? temperature(attn_scale, floor_scale, *position) : 1;
    for (std::size_t c = 0; c < dim; ++c) out[c] = factor * x[c];
  };
  return t;
}

inline Result<Bias> bias(const Params& p) {
  Bias b;
  b.heads = static_cast<std::size_t>(p.integer("heads"));
  b.causal = p.choice<Direction>("direction") == "causal";
  b.set_of_distance([](std::size_t, std::int64_t) { return 0.0; });
  return b;
}

inline Result<Facts> facts(const Params& p) {
  std::vector<double> positions = {0}, temperatures = {1};
  const double scale = p.number("floorScale");
  for (int step = 1; step <= 16; ++step) {
    positions.push_back(std::ceil(step * scale) - 1);
    temperatures.push_back(temperature(p.number("attnScale"), scale, positions.back()));
  }
  return Facts{{"steps", "Positions where the query temperature rises (the first 16).", positions},
               {"temperatures", "Query temperature from there on.", temperatures}};
}

}  // namespace nope_detail

inline constexpr EncodingInfo kNope = {
    .id = "nope",
    .title = "NoPE",
    .family = "absolute",
    .formula =
        R"(b(i,j) = 0,\quad q_p \leftarrow q_p\left(1 + a\ln\left(\left\lfloor\tfrac{p+1}{f}\right\rfloor + 1\right)\right))",
    .citation =
        "Haviv et al. 2022, arXiv:2203.16634; Kazemnejad et al. 2023, arXiv:2305.19466; "
        "temperature: Llama 4 in transformers (attn_temperature_tuning)",
    .note =
        "Unconfirmed: that every fourth layer of Llama 4 has no position encoding. Positions "
        "below 0, where the formula has no value, get temperature 1.",
    .params = nope_detail::kParams,
    .transform = nope_detail::transform,
    .bias = nope_detail::bias,
    .facts = nope_detail::facts,
};

}  // namespace posenc
