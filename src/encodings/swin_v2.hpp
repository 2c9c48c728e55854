// Log-spaced continuous position bias of windows, Swin v2: Liu et al. 2022 (arXiv:2111.09883).
//
// A small network gives the bias of an offset (Δy, Δx) from its log-spaced coordinates:
//   released  x̂ = sign(x̃)·log2(1 + |x̃|)/3, x̃ = 8·Δx/(w - 1), w the window the weights were
//             pretrained with (otherwise this one); bias = 16·sigmoid(network)
//   paper     sign(Δx)·ln(1 + |Δx|) of the raw offset, as in its equation; the same network
//   cr        timm's variant: coordinates as in the paper, bias = network, which has a final bias
// Coordinates are within 2e-15 of the exact ones (tests/encodings/swin_v2_test.cpp).
#pragma once
#include <array>
#include <memory>  // std::make_shared

#include "core/real.hpp"
#include "encodings/bias_mlp.hpp"
#include "encodings/encoding.hpp"
#include "encodings/relative_params.hpp"
#include "encodings/window.hpp"

namespace posenc::swin_v2_row {

using Mode = Choice<"released", "paper", "cr">;

inline constexpr ParamInfo kParams[] = {
    relative::kHeads,
    window_param("windowHeight", "Rows H of the window within which tokens attend to each other.",
                 8),
    window_param("windowWidth", "Columns W of the window within which tokens attend to each other.",
                 8),
    only_where(integer("pretrainedHeight",
                       "Rows of the window that the network was trained with; 0: this window.", 0,
                       {0, 256}, {0, 32}),
               "mode=released"),
    only_where(integer("pretrainedWidth",
                       "Columns of the window that the network was trained with; 0: this window.",
                       0, {0, 256}, {0, 32}),
               "mode=released"),
    one_of<Mode>(
        "mode",
        "released: base-2 logarithms of normalised offsets, 16·sigmoid; paper: natural logarithms "
        "of raw offsets, 16·sigmoid; cr: timm's, as paper without the sigmoid."),
    integer("hidden", "Width of the network's hidden layer; timm's cr uses 128.", 512, {1, 4096},
            {16, 512, true}),
    weights_param("w1", "hidden x 2: weights of (y, x). Drawn from N(0, 0.02²) when left out."),
    weights_param("b1", "(hidden): biases of the hidden layer; 0 when left out."),
    weights_param("w2",
                  "heads x hidden: weights of the heads. Drawn from N(0, 0.02²) when left out."),
    weights_param("b2", "(heads): last bias, which only cr has; 0 when left out."),
    only_where(kSeedParam, "!w1 | !w2"),
};

// Coordinates of the offsets -(n-1) … n-1 along one axis.
inline std::vector<double> coordinates(Mode mode, std::int64_t n, std::int64_t pretrained) {
  const std::int64_t window = pretrained == 0 ? n : pretrained;
  std::vector<double> out;
  for (std::int64_t offset = 1 - n; offset < n; ++offset) {
    const double size = relative::size(offset);
    double x = 0;  // a window of one cell has only the offset 0
    if (mode != "released")
      x = real::log1p(size);
    else if (offset != 0)
      x = real::log2(1 + 8 * size / static_cast<double>(window - 1)) / 3;
    out.push_back(offset < 0 ? -x : x);
  }
  return out;
}

struct Axes {
  Window window;
  std::vector<double> y, x;
};
inline Result<Axes> axes(const Params& p) {
  Axes a{{p.integer("windowHeight"), p.integer("windowWidth")}, {}, {}};
  const std::int64_t height = p.integer("pretrainedHeight"), width = p.integer("pretrainedWidth");
  if ((height == 0) != (width == 0))
    return bad_param(height == 0 ? "pretrainedHeight" : "pretrainedWidth",
                     "must be given with the other one, or both be 0");
  if (height == 1 && a.window.height > 1)
    return bad_param("pretrainedHeight",
                     "must be 0 or at least 2: offsets are divided by it less one; got 1");
  if (width == 1 && a.window.width > 1)
    return bad_param("pretrainedWidth",
                     "must be 0 or at least 2: offsets are divided by it less one; got 1");
  a.y = coordinates(p.choice<Mode>("mode"), a.window.height, height);
  a.x = coordinates(p.choice<Mode>("mode"), a.window.width, width);
  return a;
}

inline Result<BiasMlp> network(const Params& p) {
  if (p.choice<Mode>("mode") != "cr" && p.has("b2"))
    return bad_param("b2", "the network has no last bias but in mode 'cr'");
  return bias_mlp(p, 2,
                  {truncated_draw(0.02), constant_draw(0), truncated_draw(0.02), constant_draw(0)});
}

// The bias of each offset, in the order of the window's index, computed at first use: a large
// window has 261,121 of them, and the network may be wide. Kept for one head.
class OffsetBiases {
 public:
  OffsetBiases(Axes axes, BiasMlp net, bool squashed)
      : axes_(std::move(axes)), net_(std::move(net)), squashed_(squashed) {}

  double operator()(std::size_t head, std::size_t offset) {
    if (known_.empty() || head != head_) {
      known_.assign(axes_.y.size() * axes_.x.size(), kNotGiven);
      head_ = head;
    }
    double& value = known_[offset];
    if (value != value) {
      hidden_.resize(net_.w1.rows);
      net_.hidden(input(offset).data(), hidden_.data());
      const double b = net_.output(head, hidden_.data());
      value = squashed_ ? 16 * real::sigmoid(b) : b;
    }
    return value;
  }
  void invalidate() { known_.clear(); }
  void adjoint(std::size_t head, std::size_t offset, double upstream, Gradients to) {
    if (squashed_) {
      const double share = (*this)(head, offset) / 16;
      upstream *= 16 * share * (1 - share);
    }
    double in_gradient[2] = {};
    net_.adjoint(head, input(offset).data(), upstream, to, in_gradient);
  }

 private:
  std::array<double, 2> input(std::size_t offset) const {
    return {axes_.y[offset / axes_.x.size()], axes_.x[offset % axes_.x.size()]};
  }

  Axes axes_;
  BiasMlp net_;
  bool squashed_;
  std::size_t head_ = 0;
  std::vector<double> known_, hidden_;
};

inline Result<RelativeMap> relative_map(const Params& p) {
  const Result<Axes> a = axes(p);
  if (!a) return a.error();
  RelativeMap map;
  map.cells = a->window.cells();
  map.row = [at = WindowIndex(a->window)](std::int64_t query, std::span<double> keys) {
    at.row(query, keys);
  };
  return map;
}

inline Result<Bias> bias(const Params& p) {
  Result<Axes> a = axes(p);
  if (!a) return a.error();
  Result<BiasMlp> net = network(p);
  if (!net) return net.error();
  Bias b;
  b.heads = net->w2.rows;
  b.cells = a->window.cells();
  const bool squashed = p.choice<Mode>("mode") != "cr";
  const WindowIndex at(a->window);
  const auto values = std::make_shared<OffsetBiases>(*a, *net, squashed);
  b.set_of_pair([at, values](std::size_t head, std::int64_t query, std::int64_t key) {
    return (*values)(head, static_cast<std::size_t>(at(query, key)));
  });
  if constexpr (kAdjoints) {
    b.trained = net->trained(!squashed);
    b.refresh = [values] { values->invalidate(); };
    b.set_adjoint_of_pair([at, values](std::size_t head, std::int64_t query, std::int64_t key,
                                       double upstream, Gradients to) {
      values->adjoint(head, static_cast<std::size_t>(at(query, key)), upstream, to);
    });
  }
  return b;
}

inline Result<Facts> facts(const Params& p) {
  const Result<Axes> a = axes(p);
  if (!a) return a.error();
  const Result<BiasMlp> net = network(p);
  if (!net) return net.error();
  Fact table{"coordinates", "Coordinates (y, x) of each offset, in the order of the map.", {}, 2};
  for (const double y : a->y)
    for (const double x : a->x) table.values.insert(table.values.end(), {y, x});
  Facts all = net->facts();
  all.insert(all.begin(), std::move(table));
  return all;
}

inline constexpr EncodingInfo kSwinV2 = {
    .id = "swin-v2",
    .title = "Swin v2 log-spaced bias",
    .family = "relative bias",
    .formula =
        R"(b_h(i,j) = 16\,\sigma\!\left(\mathrm{MLP}_h(\hat y,\hat x)\right),\quad \hat x = \operatorname{sign}(\tilde x)\frac{\log_2(1+|\tilde x|)}{\log_2 8},\quad \tilde x = \frac{8\,(x_i-x_j)}{w-1})",
    .citation =
        "Liu et al. 2022, Swin Transformer V2, arXiv:2111.09883, eq. 4 (equation number "
        "unconfirmed); coordinates of released code and timm",
    .note =
        "The paper prints ln(1+|Δx|) of raw offsets; released code normalises and takes base-2 "
        "logarithms. The paper's attention is cosine with a learned temperature, which is not part "
        "of the bias.",
    .params = kParams,
    .bias = bias,
    .relative_map = relative_map,
    .facts = facts,
};

}  // namespace posenc::swin_v2_row
