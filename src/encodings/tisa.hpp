// TISA: translation-invariant self-attention, Wennberg & Henter 2021 (arXiv:2106.01950).
//
// The bias is a sum of S bell curves of key - query, learned per head:
//   f_h(r) = Σ_s a_s·exp(-|b_s|·(r - c_s)²)
#pragma once
#include "core/real.hpp"
#include "encodings/encoding.hpp"
#include "encodings/relative_params.hpp"
#include "encodings/tensors.hpp"

namespace posenc::tisa_row {

using Direction = Choice<"both", "causal">;

inline constexpr ParamInfo kParams[] = {
    relative::kHeads,
    integer("kernels", "Number S of bell curves of a head; 5 in the paper.", 5, {1, 1024}, {1, 16}),
    weights_param("a", "heads x kernels: heights. Drawn from N(0, 1) when left out."),
    weights_param("b",
                  "heads x kernels: sharpnesses, by size. Drawn from U(0, 0.1) when left out."),
    weights_param("c",
                  "heads x kernels: centres, as key - query. Drawn from N(0, 5²) when left out."),
    one_of<Direction>("direction",
                      "both: keys before and after the query count, as in the paper's encoders; "
                      "causal: keys after the query get -infinity."),
    only_where(kSeedParam, "!a | !b | !c"),
};

struct Curves {
  Tensor a, b, c;
  Facts facts() const {
    return {a.fact("a", "Height of each head's curves."),
            b.fact("b", "Sharpness of each head's curves."),
            c.fact("c", "Centre of each head's curves, as key - query.")};
  }
};
inline Result<Curves> curves(const Params& p) {
  const auto heads = p.count("heads"), kernels = p.count("kernels");
  const Result<Tensor> a = tensor(p, "a", heads, kernels, 0, normal_draw(0, 1)),
                       b = tensor(p, "b", heads, kernels, 1, uniform_draw(0, 0.1)),
                       c = tensor(p, "c", heads, kernels, 2, normal_draw(0, 5));
  for (const Result<Tensor>* t : {&a, &b, &c})
    if (!*t) return t->error();
  return Curves{*a, *b, *c};
}

inline Result<Bias> bias(const Params& p) {
  const Result<Curves> of = curves(p);
  if (!of) return of.error();
  Bias b;
  b.heads = of->a.rows;
  b.causal = p.choice<Direction>("direction") == "causal";
  if constexpr (kAdjoints) {
    b.trained = {of->a.trained("a", "heads,kernels"), of->b.trained("b", "heads,kernels"),
                 of->c.trained("c", "heads,kernels")};
    b.set_adjoint_of_distance(
        [of = *of](std::size_t head, std::int64_t distance, double upstream, Gradients to) {
          const double *a = of.a.row(head), *sharp = of.b.row(head), *c = of.c.row(head);
          for (std::size_t s = 0; s < of.a.cols; ++s) {
            const std::size_t i = head * of.a.cols + s;
            const double from_centre = -static_cast<double>(distance) - c[s];
            const double square = from_centre * from_centre, size = std::fabs(sharp[s]);
            const double bell = upstream * real::exp(-size * square);
            to[0][i] += bell;
            to[1][i] -= a[s] * bell * (sharp[s] < 0 ? -square : square);
            to[2][i] += a[s] * bell * 2 * size * from_centre;
          }
        });
  }
  b.set_of_distance([of = *of](std::size_t head, std::int64_t distance) {
    const double *a = of.a.row(head), *sharp = of.b.row(head), *c = of.c.row(head);
    double sum = 0;
    for (std::size_t s = 0; s < of.a.cols; ++s) {
      const double from_centre = -static_cast<double>(distance) - c[s];
      sum += a[s] * real::exp(-std::fabs(sharp[s]) * from_centre * from_centre);
    }
    return sum;
  });
  return b;
}

inline constexpr EncodingInfo kTisa = {
    .id = "tisa",
    .title = "TISA",
    .family = "relative bias",
    .formula = R"(b_h(i,j) = \sum_{s=1}^{S} a_{hs}\,\exp\!\big(-|b_{hs}|\,(j-i-c_{hs})^2\big))",
    .citation =
        "Wennberg & Henter 2021, The Case for Translation-Invariant Self-Attention in "
        "Transformer-Based Language Models, arXiv:2106.01950, eq. 8 (equation number unconfirmed)",
    .note =
        "The distance counts from the query to the key. Formula and S = 5 are from memory of the "
        "paper; the initialisers are chosen here.",
    .params = kParams,
    .bias = bias,
    .facts = facts_of<curves>,
};

}  // namespace posenc::tisa_row
