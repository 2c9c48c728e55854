// The relative logits of Inkling (transformers InklingRelativeLogits): a bank of learned curves
// over the distance, which each query mixes by a small vector r of its own.
//
//   logit = τ·(q·k/d + r·C[:, i - j]) for 0 <= i - j < extent, without the second term beyond
//   τ = 1 + α·ln(max((i + 1)/floor, 1)) in layers with logarithmic scaling, else 1
//
// The model projects r from the hidden state in addition to q. Here r is the last relWidth elements
// of a query vector, as for a model with an accordingly wider projection of q; those of a key are
// not read.
#pragma once
#include <algorithm>

#include "core/real.hpp"
#include "encodings/encoding.hpp"
#include "encodings/relative_params.hpp"
#include "encodings/tensors.hpp"

namespace posenc::inkling_row {

using Scale = Choice<"1/d", "1/sqrt(d)">;

inline constexpr ParamInfo kParams[] = {
    integer(
        "dim",
        "Numbers of a query and of a key: the head dimension d and relWidth; 128 + 16 in Inkling.",
        kRequired, {3, 65536}, {4, 256, true}),
    integer("relWidth", "Numbers of r, and curves in the bank (d_rel); 16 in Inkling.", 2,
            {1, 1024}, {1, 32}),
    integer("extent",
            "Distances that the curves have (rel_extent); at and beyond it nothing is added. 1024 "
            "in Inkling, 512 in its layers with a window.",
            1024, {1, 65536}, {2, 2048, true}),
    one_of<Scale>(
        "scale", "Factor of the product q·k. Inkling normalises q and k by head and divides by d."),
    number("logFloor",
           "Queries beyond so many positions are multiplied by τ (log_scaling_n_floor); 128000 in "
           "Inkling. No τ when left out.",
           kOptional, {1, 1e15}, {16, 1e6, true}),
    only_where(number("logAlpha",
                      "α of the factor τ (log_scaling_alpha): the larger, the faster τ grows with "
                      "the position.",
                      0.1, {0, 1e6}, {0, 1}),
               "logFloor"),
    weights_param("curves", "relWidth x extent: the bank C. Drawn from N(0, 0.02²) when left out."),
    only_where(kSeedParam, "!curves"),
};

struct Logits {
  Tensor curves;
  std::size_t width, rel;  // width: of q and k without r
  double scale, floor, alpha;

  double tau(double position) const {
    const double beyond = floor == 0 ? 1 : (position + 1) / floor;
    return beyond > 1 ? 1 + alpha * real::log(beyond) : 1;
  }
  // true if a distance, 0 or more, has a curve
  bool reached(std::int64_t distance) const {
    return static_cast<std::uint64_t>(distance) < curves.cols;
  }
  Facts facts() const {
    return {curves.fact("curves", "The curves over the distance, one a row.")};
  }
};

inline Result<Logits> logits(const Params& p) {
  const auto dim = p.count("dim"), rel = p.count("relWidth");
  if (rel >= dim) return bad_param("relWidth", "must be less than dim = ", dim, ", got ", rel);
  const Result<Tensor> curves =
      tensor(p, "curves", rel, p.count("extent"), 0, normal_draw(0, 0.02));
  if (!curves) return curves.error();
  const auto d = static_cast<double>(dim - rel);
  return Logits{*curves,
                dim - rel,
                rel,
                p.choice<Scale>("scale") == "1/d" ? d : std::sqrt(d),
                p.number_or("logFloor", 0),
                p.number("logAlpha")};
}

inline Result<Scores> scores(const Params& p) {
  const Result<Logits> made = logits(p);
  if (!made) return made.error();
  Scores s;
  s.dim = made->width + made->rel;
  s.causal = true;
  s.terms = {"content", "position"};
  s.row = [of = *made](const double* position, const double* q, const Scores::Keys& keys,
                       std::size_t visible, double* out) {
    const double tau = of.tau(*position);
    for (std::size_t j = 0; j < visible; ++j) {
      out[j] = tau * relative::dot(q, keys.k + j * (of.width + of.rel), of.width) / of.scale;
      const std::int64_t distance = relative::whole_distance(*position, keys.positions[j]);
      double sum = 0;
      if (of.reached(distance))
        for (std::size_t c = 0; c < of.rel; ++c)
          sum += q[of.width + c] * of.curves.row(c)[distance];
      out[keys.n + j] = tau * sum;
    }
  };
  if constexpr (kAdjoints) {
    s.trained = {made->curves.trained("curves", "relWidth,extent")};
    s.adjoint = [of = *made](const double* position, const double* q, const Scores::Keys& keys,
                             std::size_t visible, const double* upstream, double* q_gradient,
                             double* k_gradient, Gradients to) {
      const double tau = of.tau(*position);
      const std::size_t dim = of.width + of.rel;
      for (std::size_t j = 0; j < visible; ++j) {
        const double content = tau * upstream[j] / of.scale, at = tau * upstream[keys.n + j];
        relative::add(content, keys.k + j * dim, of.width, q_gradient);
        relative::add(content, q, of.width, k_gradient + j * dim);
        const std::int64_t distance = relative::whole_distance(*position, keys.positions[j]);
        if (!of.reached(distance)) continue;
        for (std::size_t c = 0; c < of.rel; ++c) {
          const auto column = static_cast<std::size_t>(distance);
          q_gradient[of.width + c] += at * of.curves.row(c)[column];
          to[0][c * of.curves.cols + column] += at * q[of.width + c];
        }
      }
    };
  }
  return s;
}

inline constexpr EncodingInfo kInkling = {
    .id = "inkling",
    .title = "Mixed distance curves (Inkling)",
    .family = "relative",
    .formula =
        R"(a_{ij} = \tau_i\Big(\tfrac{q_i^\top k_j}{d} + \sum_c r_{ic}\,C_{c,\,i-j}\Big),\quad C_{c,\delta} = 0\ (\delta \ge E),\quad \tau_i = 1+\alpha\ln\max\big(\tfrac{i+1}{n},1\big))",
    .citation =
        "transformers models/inkling/modeling_inkling.py InklingRelativeLogits and "
        "InklingAttention (04fafa29); x-transformers RelativeProjPositionalBias, the same in "
        "several dimensions",
    .note =
        "The last relWidth numbers of a query are its r; those of a key are not read. The default "
        "relWidth of 2 is chosen here, for small heads. Released curves are learned; those drawn "
        "here are of our choice.",
    .params = kParams,
    .scores = scores,
    .facts = facts_of<logits>,
};

}  // namespace posenc::inkling_row
