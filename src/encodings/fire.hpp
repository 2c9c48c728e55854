// FIRE: functional interpolation for relative positions, Li et al. 2023 (arXiv:2310.04418).
//
//   b_h(i,j) = f_h(ψ(i - j)/ψ(max(i, L))), ψ(x) = ln(c·x + 1), for 0 <= j <= i
// f is a network with one hidden layer (bias_mlp.hpp). Dividing by the query's position keeps its
// input in 0 … 1 at any length, so the bias is not a function of the distance only.
#pragma once
#include <algorithm>

#include "core/real.hpp"
#include "encodings/bias_mlp.hpp"
#include "encodings/encoding.hpp"
#include "encodings/relative_params.hpp"

namespace posenc::fire_row {

using Epsilon = Choice<"paper", "appendix">;

inline constexpr ParamInfo kParams[] = {
    relative::kHeads,
    trainable(number("c", "Steepness of the logarithm, learned; 0.1 at the start.", 0.1,
                     {1e-9, 1e9}, {0.001, 10, true})),
    trainable(
        number("threshold",
               "L: queries before it are normalised as if they stood there; 512 at the start.", 512,
               {1e-9, 1e15}, {1, 4096, true})),
    one_of<Epsilon>("epsilon", "Added to the divisor: paper 0, appendix 1e-6."),
    integer("hidden", "Width of the network's hidden layer.", 32, {1, 4096}, {1, 128, true}),
    weights_param("w1", "(hidden): weights of the input. Drawn from U(-1, 1) when left out."),
    weights_param("b1", "(hidden): biases of the hidden layer. Drawn from U(-1, 1) when left out."),
    weights_param("w2",
                  "heads x hidden: weights of the heads. Drawn from U(±1/√hidden) when left out."),
    weights_param("b2", "(heads): biases of the heads. Drawn from U(±1/√hidden) when left out."),
    only_where(kSeedParam, "!w1 | !b1 | !w2 | !b2"),
};

inline Result<BiasMlp> network(const Params& p) {
  const double bound = 1 / std::sqrt(p.number("hidden"));
  return bias_mlp(p, 1,
                  {uniform_draw(-1, 1), uniform_draw(-1, 1), uniform_draw(-bound, bound),
                   uniform_draw(-bound, bound)});
}

// The network's input ψ(i - j)/(ψ(max(i, L)) + ε).
struct Input {
  Lazy<std::vector<double>> c, threshold;  // one element each
  double epsilon;

  struct Parts {
    double at, above, below;  // max(i, L), ψ(i - j), ψ(max(i, L)) + ε
  };
  Parts parts(std::int64_t query, std::int64_t key) const {
    const double at = std::max(static_cast<double>(query), threshold->front());
    return {at, real::log1p(c->front() * static_cast<double>(query - key)),
            real::log1p(c->front() * at) + epsilon};
  }
  double operator()(std::int64_t query, std::int64_t key) const {
    const Parts of = parts(query, key);
    return of.above / of.below;
  }
  void adjoint(std::int64_t query, std::int64_t key, double upstream, double& to_c,
               double& to_threshold) const {
    const Parts of = parts(query, key);
    const double factor = c->front(), distance = static_cast<double>(query - key);
    const double above = upstream / of.below, below = -upstream * of.above / (of.below * of.below);
    to_c += above * distance / (1 + factor * distance) + below * of.at / (1 + factor * of.at);
    if (of.at > static_cast<double>(query)) to_threshold += below * factor / (1 + factor * of.at);
  }
};
inline Input input(const Params& p) {
  const double c = p.number("c"), threshold = p.number("threshold");
  return {held({&c, 1}), held({&threshold, 1}),
          p.choice<Epsilon>("epsilon") == "appendix" ? 1e-6 : 0.0};
}

inline Result<Bias> bias(const Params& p) {
  const Result<BiasMlp> net = network(p);
  if (!net) return net.error();
  Bias b;
  b.heads = net->w2.rows;
  b.causal = true;
  const Input of = input(p);
  if constexpr (kAdjoints) {
    b.trained = net->trained();
    b.trained.insert(b.trained.end(), {{"c", of.c, "", 1}, {"threshold", of.threshold, "", 1}});
    b.set_adjoint_of_pair([net = *net, of](std::size_t head, std::int64_t query, std::int64_t key,
                                           double upstream, Gradients to) {
      const double in = of(query, key);
      double in_gradient = 0;
      net.adjoint(head, &in, upstream, to.first(4), &in_gradient);
      of.adjoint(query, key, in_gradient, *to[4], *to[5]);
    });
  }
  b.set_of_pair([net = *net, of](std::size_t head, std::int64_t query, std::int64_t key) {
    const double in = of(query, key);
    double sum = net.b2.row(0)[head];
    const double *w1 = net.w1.row(0), *b1 = net.b1.row(0), *w2 = net.w2.row(head);
    for (std::size_t h = 0; h < net.w2.cols; ++h) {
      const double x = w1[h] * in + b1[h];
      if (x > 0) sum += w2[h] * x;
    }
    return sum;
  });
  return b;
}

inline constexpr EncodingInfo kFire = {
    .id = "fire",
    .title = "FIRE",
    .family = "relative bias",
    .formula =
        R"(b_h(i,j) = f_h\!\left(\frac{\psi(i-j)}{\psi(\max(i,L))}\right),\quad \psi(x)=\ln(c\,x+1),\quad f = \text{Linear}\circ\text{ReLU}\circ\text{Linear})",
    .citation =
        "Li et al. 2023, Functional Interpolation for Relative Positions Improves Long Context "
        "Transformers, arXiv:2310.04418, eq. 9-10 and appendix code (equation numbers unconfirmed)",
    .note =
        "L is learned as a multiple of 512. Weights that are left out are drawn as PyTorch's "
        "Linear does by default.",
    .params = kParams,
    .bias = bias,
    .facts = facts_of<network>,
};

}  // namespace posenc::fire_row
