// NoPE: no position encoding. A decoder still sees order through its causal mask (Haviv et al.
// 2022; Kazemnejad et al. 2023). Llama 4 has NoPE layers between rotary ones and multiplies their
// queries by a temperature that grows with the position. Rotary rows share these parameters
// (query_scale.hpp).
//
// bias 0 under the mask; q ← q·query_scale(p), k is unchanged.
#pragma once
#include "encodings/query_scale.hpp"

namespace posenc::nope_row {

using Direction = Choice<"causal", "bidirectional">;

inline constexpr ParamInfo kParams[] = {
    integer("dim", "Head dimension: how many channels a query or key has.", kRequired, {1, 65536},
            {2, 512, true}),
    integer("heads", "Number of attention heads: there is a bias matrix for each.", 1, {1, 4096},
            {1, 128, true}),
    one_of<Direction>(
        "direction", "causal: keys after the query get -infinity; bidirectional: every bias is 0."),
    query_scale::kScale,
    query_scale::kLength,
    query_scale::kRule,
    query_scale::kShift,
};

inline Result<Transform> transform(const Params& p) {
  const Result<query_scale::Scale> scale = query_scale::of(p);
  if (!scale) return scale.error();
  Transform t;
  t.dim = t.width = p.count("dim");
  if constexpr (kAdjoints)
    t.adjoint = [dim = t.dim, of = *scale](Side side, const double* position, const double*,
                                           const double* upstream, double* x_gradient, Gradients) {
      const double factor = side == Side::query ? of(*position) : 1;
      for (std::size_t c = 0; c < dim; ++c) x_gradient[c] += factor * upstream[c];
    };
  t.row = [dim = t.dim, of = *scale](Side side, const double* position, const double* x,
                                     double* out) {
    const double factor = side == Side::query ? of(*position) : 1;
    for (std::size_t c = 0; c < dim; ++c) out[c] = factor * x[c];
  };
  return t;
}

inline Result<Bias> bias(const Params& p) {
  Bias b;
  b.heads = p.count("heads");
  b.causal = p.choice<Direction>("direction") == "causal";
  b.set_of_distance([](std::size_t, std::int64_t) { return 0.0; });
  return b;
}

inline Result<Facts> facts(const Params& p) {
  const Result<query_scale::Scale> scale = query_scale::of(p);
  if (!scale) return scale.error();
  std::vector<double> positions = {0}, temperatures = {(*scale)(0)};
  for (int step = 1; step <= 16; ++step) {
    const double at = std::ceil(step * scale->length) - static_cast<double>(scale->shift);
    if (at <= positions.back()) continue;
    positions.push_back(at);
    temperatures.push_back((*scale)(at));
  }
  return Facts{
      {"steps", "Positions where n reaches a multiple of floorScale (the first 16).", positions},
      {"temperatures", "Query temperature there.", temperatures}};
}

inline constexpr EncodingInfo kNope = {
    .id = "nope",
    .title = "NoPE",
    .family = "absolute",
    .formula =
        R"(b(i,j) = 0,\quad q_p \leftarrow q_p\left(1 + a\ln\left(\left\lfloor\tfrac{n}{f}\right\rfloor + 1\right)\right),\quad n = p + \mathrm{queryShift})",
    .citation =
        "Haviv et al. 2022, arXiv:2203.16634; Kazemnejad et al. 2023, arXiv:2305.19466; "
        "temperature: Llama 4, Ministral 3 and Inkling in transformers, Grok-2 in SGLang, Qwen",
    .note =
        "Positions before the first step, those below 0 among them, get temperature 1. The formula "
        "is that of queryRule steps; ramp has n/f in the place of the whole steps, ratio ln n/ln "
        "f.",
    .params = kParams,
    .transform = transform,
    .bias = bias,
    .facts = facts,
};

}  // namespace posenc::nope_row
