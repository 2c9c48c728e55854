// Golden-gate rotary embedding: Xiong 2025, "On N-dimensional Rotary Positional Embeddings".
//
// Pair f of head h turns by omega_f·(u·p), with omega_f geometric from minFrequency to maxFrequency
// and u the (h·F + f + 1)-th point of a low-discrepancy sequence mapped to a direction,
//   z = n·g^(-j) mod 1,  u ∝ erf⁻¹(2z - 1),  j = 1 … axes,
// with g the root of g^(axes+1) = g + 1 after the ten steps of the released code (the golden ratio
// for one axis; ten steps leave an error of 3·10^-6 there, as in the released ones).
//
// Directions are float64, within 2^-36 of the exact ones for n <= 2^16; the release rounds them to
// float32. omega_f is exact.
#pragma once
#include <cmath>  // std::sqrt, std::fabs

#include "core/real.hpp"
#include "encodings/rotary_params.hpp"

namespace posenc::rope_golden_row {

inline constexpr ParamInfo kParams[] = {
    rotary_detail::kDim,
    integer("axes", "Coordinates of a position, such as row and column in a picture.", 2, {1, 8},
            {1, 4}),
    integer("head", "The head that is shown, from 0: heads continue one sequence of directions.", 0,
            {0, 4095}, {0, 31}),
    number("minFrequency", "Lowest frequency, rad per unit of the coordinates.", 0.01,
           above(0, 1e9), {0.001, 10, true}),
    number("maxFrequency", "Highest frequency, in rad per unit of the coordinates.", 1,
           above(0, 1e9), {0.1, 1000, true}),
    number("zeroFraction", "Fraction of the pairs that do not turn (p_zero_freqs): the first ones.",
           0, {0, 1}, {0, 1}),
    rotary_detail::layout("half"),
};

// x with erf(x) = y, |y| < 1: Halley's steps from a start that is off by less than 0.01
inline double inverse_erf(double y) {
  constexpr double kTwoOverRootPi = 0x1.20dd750429b6dp+0, kA = 0.147;
  const double l = real::log1p(-y * y), b = 4.330746750799873 + l / 2;  // 2/(π·kA)
  double x = std::sqrt(std::sqrt(b * b - l / kA) - b);
  if (y < 0) x = -x;
  for (int step = 0; step < 4; ++step) {
    const double derivative = kTwoOverRootPi * real::exp(-x * x), f = real::erf(x) - y;
    x -= f / (derivative + x * f);
  }
  return x;
}

// g as in the released code
inline double ratio(std::size_t axes) {
  const Wide exponent = Wide(1.0) / Wide(static_cast<double>(axes + 1));
  double x = 2;
  for (int step = 0; step < 10; ++step)
    x = pow(Wide(1 + x), Wide(exponent.to_double())).to_double();
  return x;
}

// (n, axes) unit vectors, from the `first`-th of the sequence on
inline std::vector<double> directions(std::size_t first, std::size_t n, std::size_t axes) {
  const Wide inverse(1 / ratio(axes));
  std::vector<Wide> alpha;
  for (std::size_t j = 0; j < axes; ++j) alpha.push_back(j == 0 ? inverse : alpha.back() * inverse);
  std::vector<double> out;
  for (std::size_t i = first + 1; i <= first + n; ++i) {
    double square = 0;
    for (const Wide& a : alpha) {
      const Wide z = (Wide(static_cast<double>(i)) * a).fraction();
      out.push_back(inverse_erf((z.scaled(1) - Wide(1.0)).to_double()));
      square += out.back() * out.back();
    }
    for (std::size_t j = out.size() - axes; j < out.size(); ++j) out[j] /= std::sqrt(square);
  }
  return out;
}

// for the head given by the parameters
inline Result<std::vector<double>> head_directions(const Params& p) {
  if (auto error = not_multiple(p, 2, "channels are rotated in pairs")) return *error;
  const auto pairs = p.count("dim") / 2;
  return directions(p.count("head") * pairs, pairs, p.count("axes"));
}

inline Result<Rotary> rotary(const Params& p, const Scaling*) {
  const Result<std::vector<double>> u = head_directions(p);
  if (!u) return u.error();
  TrigTable t;
  t.axes = p.count("axes");
  const auto pairs = p.count("dim") / 2;
  // Python's round(): to the nearest integer, ties to even
  const double zeros = p.number("zeroFraction") * static_cast<double>(pairs);
  auto off = static_cast<std::size_t>(zeros);
  const double rest = zeros - static_cast<double>(off);
  if (rest > 0.5 || (rest == 0.5 && off % 2 != 0)) ++off;
  const std::vector<Wide> omega = rotary_detail::log_spaced(
      Wide(p.number("minFrequency")), Wide(p.number("maxFrequency")), pairs - off);
  for (std::size_t i = 0; i < pairs; ++i) {
    std::vector<TurnFrequency> pair(t.axes);
    for (std::size_t j = 0; j < t.axes && i >= off; ++j)
      pair[j] = TurnFrequency::from_radians(omega[i - off] * Wide((*u)[i * t.axes + j]));
    t.add_pair(pair);
  }
  return rotary_detail::whole_head(p, std::move(t));
}

inline Result<Facts> facts(const Params& p) {
  Result<std::vector<double>> u = head_directions(p);
  if (!u) return u.error();
  return Facts{{"directions", "Unit vector of each pair (pairs x axes).", std::move(u).value(),
                p.count("axes")}};
}

inline constexpr EncodingInfo kRopeGolden = {
    .id = "rope-golden",
    .title = "Golden-gate rotary (N-D)",
    .family = "rotary",
    .formula =
        R"(\phi_f = \omega_f\,u_f^\top p,\quad u_f \propto \mathrm{erf}^{-1}(2\,(n\,g^{-j} \bmod 1)-1)_{j=1\dots N},\quad g^{N+1} = g+1)",
    .citation =
        "Xiong 2025, On N-dimensional Rotary Positional Embeddings, jerryxio.ng/posts/nd-rope, "
        "with its code GoldenGateRoPENd",
    .note =
        "From one article and copies of its code. The source gives no default frequencies: 0.01 to "
        "1 is chosen here, for coordinates that are indices.",
    .axes = {},
    .params = kParams,
    .rotary = rotary,
    .facts = facts,
};

}  // namespace posenc::rope_golden_row
