// Dynamic position bias of x-transformers (after CrossFormer, Wang et al. 2021, arXiv:2108.00154):
// a network maps the distance query - key, or sign·ln(|distance| + 1), to the bias of every head.
//
// depth hidden layers of SiLU(x) = x·σ(x), then a linear layer.
#pragma once
#include <algorithm>  // std::ranges::fill
#include <array>
#include <unordered_map>
#include <vector>

#include "core/real.hpp"
#include "encodings/encoding.hpp"
#include "encodings/relative_params.hpp"
#include "encodings/tensors.hpp"

namespace posenc::dynamic_bias_row {

inline constexpr ParamInfo kParams[] = {
    relative::kHeads,
    integer("hidden", "Width of the network's hidden layers: how many neurons each has.", 16,
            {1, 1024}, {1, 128, true}),
    integer("depth", "Number of hidden layers of the network that gives the bias.", 2, {1, 8},
            {1, 8}),
    on_off("logDistance", "The input is sign·ln(|distance| + 1) instead of the distance."),
    weights_param("w1", "(hidden): weights of the distance. Drawn from U(-1, 1) when left out."),
    weights_param("b1", "(hidden): biases of the first layer. Drawn from U(-1, 1) when left out."),
    weights_param("wHidden",
                  "(depth-1)·hidden x hidden: weights of the other hidden layers. Drawn from "
                  "U(±1/√hidden) when left out."),
    weights_param("bHidden",
                  "(depth-1) x hidden: their biases. Drawn from U(±1/√hidden) when left out."),
    weights_param("w2",
                  "heads x hidden: weights of the heads. Drawn from U(±1/√hidden) when left out."),
    weights_param("b2", "(heads): biases of the heads. Drawn from U(±1/√hidden) when left out."),
    only_where(kSeedParam, "!w1 | !b1 | !wHidden | !bHidden | !w2 | !b2"),
};

inline double silu(double x) { return x * real::sigmoid(x); }
inline double silu_derivative(double x) {
  const double gate = real::sigmoid(x);
  return gate * (1 + x * (1 - gate));
}

struct Network {
  bool logarithmic;
  Tensor w1, b1, inner, inner_bias, w2, b2;

  double input(std::int64_t distance) const {
    const double in = static_cast<double>(distance);
    return !logarithmic ? in : distance < 0 ? -real::log1p(-in) : real::log1p(in);
  }
  std::vector<double> last_layer(std::int64_t distance) const {
    const double in = input(distance);
    const std::size_t n = w1.cols;
    std::vector<double> layer(n), next(n);
    for (std::size_t h = 0; h < n; ++h) layer[h] = silu(w1.row(0)[h] * in + b1.row(0)[h]);
    for (std::size_t d = 0; d < inner_bias.rows; ++d) {
      for (std::size_t h = 0; h < n; ++h)
        next[h] = silu(inner_bias.row(d)[h] + relative::dot(inner.row(d * n + h), layer.data(), n));
      layer.swap(next);
    }
    return layer;
  }
  double of(std::size_t head, const std::vector<double>& layer) const {
    return b2.row(0)[head] + relative::dot(w2.row(head), layer.data(), layer.size());
  }

  std::vector<Trained> trained() const {
    return {w1.trained("w1", "hidden"),
            b1.trained("b1", "hidden"),
            inner.trained("wHidden", "(depth-1)*hidden,hidden"),
            inner_bias.trained("bHidden", "depth-1,hidden"),
            w2.trained("w2", "heads,hidden"),
            b2.trained("b2", "heads")};
  }
  void adjoint(std::size_t head, std::int64_t distance, double upstream, Gradients to) const {
    const double in = input(distance);
    const std::size_t n = w1.cols, depth = inner_bias.rows;
    // before and after each layer's SiLU: (depth + 1, n)
    std::vector<double> before((depth + 1) * n), after(before.size()), gradient(n), previous(n);
    for (std::size_t h = 0; h < n; ++h) before[h] = w1.row(0)[h] * in + b1.row(0)[h];
    for (std::size_t d = 0;; ++d) {
      for (std::size_t i = d * n; i < (d + 1) * n; ++i) after[i] = silu(before[i]);
      if (d == depth) break;
      for (std::size_t h = 0; h < n; ++h)
        before[(d + 1) * n + h] =
            inner_bias.row(d)[h] + relative::dot(inner.row(d * n + h), after.data() + d * n, n);
    }
    to[5][head] += upstream;
    for (std::size_t h = 0; h < n; ++h) {
      to[4][head * n + h] += upstream * after[depth * n + h];
      gradient[h] = upstream * w2.row(head)[h];
    }
    for (std::size_t d = depth;; --d) {  // gradient with respect to the output of layer d
      for (std::size_t h = 0; h < n; ++h) gradient[h] *= silu_derivative(before[d * n + h]);
      if (d == 0) break;
      std::ranges::fill(previous, 0.0);
      for (std::size_t h = 0; h < n; ++h) {
        const std::size_t row = (d - 1) * n + h;
        to[3][row] += gradient[h];
        for (std::size_t c = 0; c < n; ++c) {
          to[2][row * n + c] += gradient[h] * after[(d - 1) * n + c];
          previous[c] += gradient[h] * inner.row(row)[c];
        }
      }
      gradient.swap(previous);
    }
    for (std::size_t h = 0; h < n; ++h) {
      to[0][h] += gradient[h] * in;
      to[1][h] += gradient[h];
    }
  }
  Facts facts() const {
    return {w1.fact("w1", "Weights of the distance."),
            b1.fact("b1", "Biases of the first layer."),
            inner.fact("wHidden", "Weights of the other hidden layers, one after another."),
            inner_bias.fact("bHidden", "Biases of the other hidden layers."),
            w2.fact("w2", "Weights of the heads."),
            b2.fact("b2", "Biases of the heads.")};
  }
};

// The last hidden layer at recently used distances: all heads, and all pairs of positions at a
// distance, share it. At the widest layer it holds the distances used between two heads
// (web/lib/wasm/methods/bias-vector.ts). The weights must not change.
class Kept {
 public:
  const std::vector<double>& at(const Network& net, std::int64_t distance) {
    auto at = layers_.find(distance);
    if (at == layers_.end()) {
      if ((layers_.size() + 1) * net.w1.cols > kMostNumbers) layers_.clear();
      at = layers_.emplace(distance, net.last_layer(distance)).first;
    }
    return at->second;
  }

 private:
  static constexpr std::size_t kMostNumbers = std::size_t{1} << 20;
  std::unordered_map<std::int64_t, std::vector<double>> layers_;
};

inline Result<Network> network(const Params& p) {
  const auto heads = p.count("heads"), hidden = p.count("hidden"),
             inner = static_cast<std::size_t>(p.integer("depth") - 1);
  const double bound = 1 / std::sqrt(static_cast<double>(hidden));
  const Draw first = uniform_draw(-1, 1), other = uniform_draw(-bound, bound);
  const std::array all = {tensor(p, "w1", 1, hidden, 0, first),
                          tensor(p, "b1", 1, hidden, 1, first),
                          tensor(p, "wHidden", inner * hidden, hidden, 2, other),
                          tensor(p, "bHidden", inner, hidden, 3, other),
                          tensor(p, "w2", heads, hidden, 4, other),
                          tensor(p, "b2", 1, heads, 5, other)};
  for (const Result<Tensor>& t : all)
    if (!t) return t.error();
  return Network{p.flag("logDistance"), *all[0], *all[1], *all[2], *all[3], *all[4], *all[5]};
}

inline Result<Bias> bias(const Params& p) {
  const Result<Network> net = network(p);
  if (!net) return net.error();
  Bias b;
  b.heads = net->w2.rows;
  if constexpr (kAdjoints) {
    // trained weights change between two calls
    b.set_of_distance([net = *net](std::size_t head, std::int64_t distance) {
      return net.of(head, net.last_layer(distance));
    });
    b.trained = net->trained();
    b.set_adjoint_of_distance(
        [net = *net](std::size_t head, std::int64_t distance, double upstream, Gradients to) {
          net.adjoint(head, distance, upstream, to);
        });
  } else {
    b.set_of_distance([net = *net, kept = Kept()](std::size_t head, std::int64_t distance) mutable {
      return net.of(head, kept.at(net, distance));
    });
  }
  return b;
}

inline constexpr EncodingInfo kDynamicBias = {
    .id = "dynamic-bias",
    .title = "Dynamic position bias",
    .family = "relative bias",
    .formula =
        R"(b_h(i,j) = \mathrm{MLP}_h(\Delta)\ \text{ or }\ \mathrm{MLP}_h\big(\operatorname{sign}(\Delta)\ln(|\Delta|+1)\big),\quad \Delta = i-j)",
    .citation =
        "x-transformers DynamicPositionBias; Wang et al. 2021, CrossFormer, arXiv:2108.00154 "
        "(dynamic position bias; unconfirmed)",
    .note =
        "Without the optional LayerNorm. Weights that are left out are drawn as PyTorch's Linear "
        "does by default.",
    .params = kParams,
    .bias = bias,
    .facts = facts_of<network>,
};

}  // namespace posenc::dynamic_bias_row
