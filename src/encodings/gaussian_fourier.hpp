// Gaussian Fourier projection of a noise level or time (Song et al. 2021; diffusers'
// GaussianFourierProjection): sines and cosines at fixed random frequencies.
//
// u = x, or ln x; [sin(2π w u) | cos(2π w u)], w ~ N(0, scale²), d/2 of them.
//
// ln x is a float64 number within 1 ulp (real.hpp); entries are within 0.80 ulp of the waves of u
// (turn.hpp), and float32 entries are rounded from them.
#pragma once
#include "core/random.hpp"
#include "encodings/encoding.hpp"

namespace posenc::gaussian_fourier_row {

inline constexpr ParamInfo kParams[] = {
    integer("dim", "Width d, even: twice diffusers' embedding_size, which is 256.", kRequired,
            {2, 65536}, {2, 1024, true}),
    only_where(number("scale",
                      "Standard deviation of the frequencies w, in turns per unit: 1 in diffusers, "
                      "16 or 30 in score-based models.",
                      1, above(0, 1e6), {0.1, 100, true}),
               "!weights"),
    on_off("log",
           "The position is a noise level x > 0 and its logarithm is encoded; diffusers' default "
           "is to do so."),
    on_off("flipSinToCos", "The cosines stand first in a row, and the sines after them."),
    numbers("weights", "The frequencies w, (dim/2) numbers; drawn when left out.", kOptional,
            {-1e15, 1e15}),
    only_where(
        integer("seed",
                "Seed of the frequencies that are drawn: another seed gives another encoding.", 0,
                {0, kMostInteger}, {0, 100}),
        "!weights"),
};

inline Result<std::vector<double>> weights(const Params& p) {
  const std::int64_t dim = p.integer("dim");
  if (dim % 2 != 0)
    return bad_param("dim", "must be even, a sine and a cosine of each frequency; got ", dim);
  const auto n = static_cast<std::size_t>(dim / 2);
  std::vector<double> w;
  if (p.has("weights")) {
    w.assign(p.numbers("weights").begin(), p.numbers("weights").end());
    if (w.size() != n)
      return bad_shape("weights", "must have dim/2 = ", n, " numbers, got ", w.size());
    return w;
  }
  const Random random(static_cast<std::uint64_t>(p.integer("seed")));
  for (std::size_t i = 0; i < n; ++i) w.push_back(p.number("scale") * random.normal(i));
  return w;
}

inline Result<RowTable> table(const Params& p) {
  const Result<std::vector<double>> w = weights(p);
  if (!w) return w.error();
  std::vector<TurnFrequency> turns;
  for (const double x : *w) turns.push_back(TurnFrequency::from_turns(Wide(x)));
  RowTable t;
  t.width = 2 * w->size();
  const bool log = p.flag("log");
  if (log) t.above = 0;
  const std::size_t n = w->size(), sine = p.flag("flipSinToCos") ? n : 0, cosine = n - sine;
  t.row = [=, turns = std::move(turns)](const double* position, double* out) {
    const Position u(log ? real::log(*position) : *position);
    for (std::size_t i = 0; i < n; ++i) {
      const SinCos s = wave(turns[i], u);
      out[sine + i] = s.sin;
      out[cosine + i] = s.cos;
    }
  };
  return t;
}

inline Result<Facts> facts(const Params& p) {
  const Result<std::vector<double>> w = weights(p);
  if (!w) return w.error();
  return Facts{{"weights", "Frequencies w, in turns per unit.", *w}};
}

inline constexpr EncodingInfo kGaussianFourier = {
    .id = "gaussian-fourier",
    .title = "Gaussian Fourier projection (noise level)",
    .family = "absolute",
    .formula =
        R"([\,\sin(2\pi\,w\,u)\;|\;\cos(2\pi\,w\,u)\,],\quad u = x \text{ or } \ln x,\quad w \sim N(0, s^2))",
    .citation =
        "Song et al. 2021, Score-Based Generative Modeling through SDEs, arXiv:2011.13456 "
        "(released code); diffusers GaussianFourierProjection",
    .accuracy = "float64 entries are within 0.80 ulp of the waves of u; ln x is within 1 ulp.",
    .params = kParams,
    .row_table = table,
    .facts = facts,
};

}  // namespace posenc::gaussian_fourier_row
