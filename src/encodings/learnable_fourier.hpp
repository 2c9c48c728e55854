// Learnable Fourier features: Li et al. 2021 (arXiv:2106.02795), the forward pass.
//
//   r = 1/√F · [cos(x W_rᵀ) | sin(x W_rᵀ)],  PE = W2·GELU(W1·r + b1) + b2
//
// The coordinates come in groups (modalities) that share the weights; the outputs of the groups are
// concatenated. Weights are given, or drawn as at the start of training.
//
// Waves and GELU are within 1 and a few ulp (core/real.hpp); the two sums round once per term. With
// drawn weights entries are below 2 and within 1e-14·√F of the exact value.
#pragma once
#include <cmath>  // std::sqrt
#include <memory>

#include "core/lazy.hpp"
#include "core/real.hpp"
#include "encodings/fourier_params.hpp"

namespace posenc::learnable_fourier_row {

using Deviation = Choice<"1/gamma", "1/gamma^2">;

inline constexpr ParamInfo kParams[] = {
    fourier::dim_param("Width of the encoding D; a multiple of groups."),
    fourier::axes_param(2, "Coordinates of a position, in all; a multiple of groups."),
    integer("groups",
            "Groups G of coordinates, each encoded alone by the same weights into D/G channels.", 1,
            {1, 256}, {1, 4}),
    integer("features", "Number of Fourier features F; even.", 64, {2, 65536}, {2, 1024, true}),
    integer("hidden", "Units H of the hidden layer.", 32, {1, 65536}, {1, 256, true}),
    only_where(number("gamma", "γ of the W_r that is drawn: the larger, the lower its frequencies.",
                      10, {1e-9, 1e9}, {0.1, 100, true}),
               "!frequencies"),
    only_where(one_of<Deviation>("deviation",
                                 "Standard deviation of W_r: N(0, γ^-2) read as a variance is "
                                 "1/gamma; public re-implementations use 1/gamma^2."),
               "!frequencies"),
    trainable(fourier::matrix_param("frequencies", "W_r in rad per unit, (F/2, axes/groups).")),
    trainable(fourier::matrix_param("weight1", "W1 of the first layer, (H, F).")),
    trainable(fourier::matrix_param("bias1", "b1, the bias of the first layer, (H).")),
    trainable(fourier::matrix_param("weight2", "W2 of the second layer, (D/groups, H).")),
    trainable(fourier::matrix_param("bias2", "b2, the bias of the second layer, (D/groups).")),
    only_where(fourier::kSeed, "!frequencies | !weight1 | !bias1 | !weight2 | !bias2"),
};

struct Weights {
  using Numbers = Lazy<std::vector<double>>;
  std::size_t axes, features, hidden, width;  // of one group
  Numbers wr, w1, b1, w2, b2;

  std::vector<Trained> trained() const {
    return {{"frequencies", wr, "features/2,axes/groups", axes},
            {"weight1", w1, "hidden,features", features},
            {"bias1", b1, "hidden", hidden},
            {"weight2", w2, "dim/groups,hidden", hidden},
            {"bias2", b2, "dim/groups", width}};
  }
};

inline Result<Weights> weights(const Params& p) {
  const std::size_t groups = p.count("groups");
  for (const std::string_view name : {"dim", "axes"})
    if (p.count(name) % groups != 0)
      return bad_param(name, "must be a multiple of groups = ", groups, ", got ", p.integer(name));
  const Weights::Numbers none(std::vector<double>{});
  Weights w{p.count("axes") / groups,
            p.count("features"),
            p.count("hidden"),
            p.count("dim") / groups,
            none,
            none,
            none,
            none,
            none};
  if (w.features % 2 != 0)
    return bad_param("features", "must be even (a cosine and a sine for each frequency), got ",
                     w.features);
  const double gamma = p.number("gamma");
  const double deviation =
      p.choice<Deviation>("deviation") == "1/gamma" ? 1 / gamma : 1 / (gamma * gamma);
  const auto normal = [&, random = fourier::random_of(p, 0)](std::uint64_t i) {
    return deviation * random.normal(i);
  };
  // torch's Linear: weights and biases from U(±1/√inputs)
  const auto uniform = [&](std::uint32_t stream, std::size_t inputs) {
    return [random = fourier::random_of(p, stream),
            bound = 1 / std::sqrt(static_cast<double>(inputs))](std::uint64_t i) {
      return random.uniform(i, -bound, bound);
    };
  };
  const auto fill = [&](Weights::Numbers& into, std::string_view name, std::size_t rows,
                        std::size_t cols, auto draw) -> std::optional<Error> {
    auto made = fourier::matrix(p, name, rows, cols, draw);
    if (!made) return made.error();
    into = Weights::Numbers(std::move(made).value());
    return std::nullopt;
  };
  if (auto error = fill(w.wr, "frequencies", w.features / 2, w.axes, normal)) return *error;
  if (auto error = fill(w.w1, "weight1", w.hidden, w.features, uniform(1, w.features)))
    return *error;
  if (auto error = fill(w.b1, "bias1", w.hidden, 1, uniform(2, w.features))) return *error;
  if (auto error = fill(w.w2, "weight2", w.width, w.hidden, uniform(3, w.hidden))) return *error;
  if (auto error = fill(w.b2, "bias2", w.width, 1, uniform(4, w.hidden))) return *error;
  return w;
}

// y = W·x + b
inline void linear(const std::vector<double>& w, const std::vector<double>& b, const double* x,
                   std::size_t inputs, double* y) {
  for (std::size_t r = 0; r < b.size(); ++r) {
    double sum = b[r];
    for (std::size_t c = 0; c < inputs; ++c) sum += w[r * inputs + c] * x[c];
    y[r] = sum;
  }
}

// y += Wᵀ·upstream, and the gradients with respect to W and b
inline void linear_adjoint(const std::vector<double>& w, const double* x, std::size_t inputs,
                           std::span<const double> upstream, double* y, double* to_w,
                           double* to_b) {
  for (std::size_t r = 0; r < upstream.size(); ++r) {
    to_b[r] += upstream[r];
    for (std::size_t c = 0; c < inputs; ++c) {
      to_w[r * inputs + c] += upstream[r] * x[c];
      y[c] += upstream[r] * w[r * inputs + c];
    }
  }
}

// The network of one group of coordinates.
class Network {
 public:
  explicit Network(Weights weights) : w_(std::move(weights)) { refresh(); }

  const Weights& weights() const { return w_; }
  void refresh() {
    frequencies_.clear();
    for (const double f : *w_.wr) frequencies_.push_back(TurnFrequency::from_radians(Wide(f)));
  }

  void row(const double* position, double* out) const {
    std::vector<double> r(w_.features), hidden(w_.hidden);
    features(position, r.data());
    linear(*w_.w1, *w_.b1, r.data(), w_.features, hidden.data());
    for (double& h : hidden) h = real::gelu(h);
    linear(*w_.w2, *w_.b2, hidden.data(), w_.hidden, out);
  }
  // in the order of Weights::trained
  void adjoint(const double* position, const double* upstream, Gradients to) const {
    const std::size_t half = w_.features / 2;
    std::vector<double> r(w_.features), before(w_.hidden), hidden(w_.hidden), by_hidden(w_.hidden),
        by_r(w_.features);
    features(position, r.data());
    linear(*w_.w1, *w_.b1, r.data(), w_.features, before.data());
    for (std::size_t h = 0; h < w_.hidden; ++h) hidden[h] = real::gelu(before[h]);
    linear_adjoint(*w_.w2, hidden.data(), w_.hidden, {upstream, w_.width}, by_hidden.data(), to[3],
                   to[4]);
    for (std::size_t h = 0; h < w_.hidden; ++h) by_hidden[h] *= real::gelu_derivative(before[h]);
    linear_adjoint(*w_.w1, r.data(), w_.features, by_hidden, by_r.data(), to[1], to[2]);
    for (std::size_t i = 0; i < half; ++i) {
      const double by_phase = by_r[half + i] * r[i] - by_r[i] * r[half + i];
      for (std::size_t a = 0; a < w_.axes; ++a) to[0][i * w_.axes + a] += by_phase * position[a];
    }
  }

 private:
  // [cos | sin] / √F
  void features(const double* position, double* r) const {
    const std::size_t half = w_.features / 2;
    const double scale = 1 / std::sqrt(static_cast<double>(w_.features));
    const std::vector<Position> x(position, position + w_.axes);
    for (std::size_t i = 0; i < half; ++i) {
      const SinCos wave =
          plane_wave({frequencies_.data() + i * w_.axes, w_.axes}, x.data(), TurnOffset());
      r[i] = scale * wave.cos;
      r[half + i] = scale * wave.sin;
    }
  }

  Weights w_;
  std::vector<TurnFrequency> frequencies_;
};

inline Result<RowTable> table(const Params& p) {
  const auto made = weights(p);
  if (!made) return made.error();
  const auto net = std::make_shared<Network>(*made);
  // none is too fast: given values are at most 1e9, and drawn ones 8.6/gamma², gamma being 1e-9 or
  // more (tests/encodings/refused_specs_test.cpp)
  RowTable t;
  t.axes = p.count("axes");
  t.width = p.count("dim");
  const std::size_t groups = p.count("groups"), axes = made->axes, width = made->width;
  t.row = [=](const double* position, double* out) {
    for (std::size_t g = 0; g < groups; ++g) net->row(position + g * axes, out + g * width);
  };
  if constexpr (kAdjoints) {
    t.trained = made->trained();
    t.refresh = [net] { net->refresh(); };
    t.adjoint = [=](const double* position, const double* upstream, Gradients to) {
      for (std::size_t g = 0; g < groups; ++g)
        net->adjoint(position + g * axes, upstream + g * width, to);
    };
  }
  return t;
}

inline Result<Facts> facts(const Params& p) {
  const auto made = weights(p);
  if (!made) return made.error();
  const Weights& w = made.value();
  return Facts{{"frequencies", "W_r in rad per unit (F/2, axes/groups).", *w.wr, w.axes},
               {"weight1", "First layer (H, F).", *w.w1, w.features},
               {"bias1", "Its bias.", *w.b1},
               {"weight2", "Second layer (D/groups, H).", *w.w2, w.hidden},
               {"bias2", "Its bias.", *w.b2}};
}

inline constexpr EncodingInfo kLearnableFourier = {
    .id = "learnable-fourier",
    .title = "Learnable Fourier features",
    .family = "Fourier features",
    .formula =
        R"(r_x = \tfrac{1}{\sqrt F}[\cos(xW_r^{\mathsf T})\,\Vert\,\sin(xW_r^{\mathsf T})],\quad \mathrm{PE} = W_2\,\mathrm{GELU}(W_1 r_x + b_1) + b_2,\quad W_r\sim\mathcal N(0,\gamma^{-2}))",
    .citation =
        "Li et al. 2021, Learnable Fourier Features for Multi-Dimensional Spatial Positional "
        "Encoding, arXiv:2106.02795, Algorithm 1",
    .note =
        "From memory of the paper (unconfirmed), agreeing with two public re-implementations but "
        "for the deviation of W_r, which is a choice here. GELU is the exact one, layers start as "
        "torch's Linear does.",
    .accuracy =
        "With weights as drawn, entries are below 2 and within 1e-14·√F of the exact value.",
    .axes = {},
    .params = kParams,
    .row_table = table,
    .facts = facts,
};

}  // namespace posenc::learnable_fourier_row
