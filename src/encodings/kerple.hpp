// KERPLE: kernelised relative position biases, Chi et al. 2022 (arXiv:2205.09921).
//
// Minus a conditionally positive definite distance, with learned r1, r2 > 0 per head:
//   log    -r1·ln(1 + r2·|i - j|)
//   power  -r1·|i - j|^r2, 0 < r2 <= 2
#pragma once
#include <algorithm>

#include "core/real.hpp"
#include "encodings/encoding.hpp"
#include "encodings/relative_params.hpp"
#include "encodings/tensors.hpp"

namespace posenc::kerple_row {

using Kind = Choice<"log", "power">;

inline constexpr ParamInfo kParams[] = {
    relative::kHeads,
    one_of<Kind>("kind", "log: -r1·ln(1 + r2·d); power: -r1·d^r2."),
    trainable(numbers("r1", "(heads): r1 > 0. Drawn from U(0, 2), at least 0.01, when left out.",
                      kOptional, above(0, 1e30))),
    trainable(numbers(
        "r2",
        "(heads): r2 > 0, at most 2 for power. Drawn from U(0, 1), at least 0.01, when left out.",
        kOptional, above(0, 1e30))),
    relative::kDirection,
    only_where(kSeedParam, "!r1 | !r2"),
};

inline Draw clamped_uniform(double high) {
  return [high](const Random& r, std::uint64_t i) { return std::max(r.uniform(i, 0, high), 0.01); };
}
struct Rates {
  Tensor r1, r2;
  Facts facts() const {
    return {{"r1", "r1 of each head.", *r1.values}, {"r2", "r2 of each head.", *r2.values}};
  }
};
inline Result<Rates> rates(const Params& p) {
  const auto heads = p.count("heads");
  const Result<Tensor> r1 = tensor(p, "r1", 1, heads, 0, clamped_uniform(2)),
                       r2 = tensor(p, "r2", 1, heads, 1, clamped_uniform(1));
  if (!r1) return r1.error();
  if (!r2) return r2.error();
  if (p.choice<Kind>("kind") == "power")
    for (const double r : *r2->values)
      if (r > 2)
        return bad_param("r2", "must be at most 2 for power, where it is an exponent; got ",
                         to_text(r));
  return Rates{*r1, *r2};
}

inline Result<Bias> bias(const Params& p) {
  const Result<Rates> r = rates(p);
  if (!r) return r.error();
  Bias b;
  b.heads = r->r1.cols;
  b.causal = p.choice<relative::Direction>("direction") == "causal";
  const bool power = p.choice<Kind>("kind") == "power";
  b.set_of_distance([r1 = r->r1, r2 = r->r2, power](std::size_t head, std::int64_t distance) {
    const double d = relative::size(distance);
    // 0 - x avoids negative zero on the diagonal
    const double rate = r2.row(0)[head];
    return 0 - r1.row(0)[head] * (power ? real::pow(d, rate) : real::log1p(rate * d));
  });
  if constexpr (kAdjoints) {
    b.trained = {r->r1.trained("r1", "heads"), r->r2.trained("r2", "heads")};
    b.set_adjoint_of_distance([r1 = r->r1, r2 = r->r2, power](std::size_t head,
                                                              std::int64_t distance,
                                                              double upstream, Gradients to) {
      const double d = relative::size(distance);
      if (d == 0) return;  // the bias is 0 there
      const double height = r1.row(0)[head], rate = r2.row(0)[head];
      const double curve = power ? real::pow(d, rate) : real::log1p(rate * d);
      to[0][head] -= upstream * curve;
      to[1][head] -= upstream * height * (power ? curve * real::log(d) : d / (1 + rate * d));
    });
  }
  return b;
}

inline constexpr EncodingInfo kKerple = {
    .id = "kerple",
    .title = "KERPLE",
    .family = "relative bias",
    .formula =
        R"(b_h(i,j) = -r_{1,h}\ln(1+r_{2,h}|i-j|)\quad\text{or}\quad -r_{1,h}\,|i-j|^{r_{2,h}})",
    .citation =
        "Chi et al. 2022, KERPLE: Kernelized Relative Positional Embedding for Length "
        "Extrapolation, arXiv:2205.09921",
    .note =
        "A stored version of NVIDIA NeMo's module multiplies the distance by a constant 0, so its "
        "bias is 0 everywhere (from reading, not run).",
    .params = kParams,
    .bias = bias,
    .facts = facts_of<rates>,
};

}  // namespace posenc::kerple_row
