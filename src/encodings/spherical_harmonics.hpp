// Real spherical harmonics of a point of the sphere (longitude λ, latitude φ in degrees), degree by
// degree, order m from -l to l:
//
//   Y_lm = P_l^|m|(sin φ)·cos(mλ) for m >= 0, ·sin(|m|λ) for m < 0
//
// with P normalised so that the integral of Y² is 1 (√2 of the orders m ≠ 0 included). Computed by
// forward recurrence in the degree, stable with normalised P (Holmes & Featherstone 2002):
//
//   P_m^m = √((2m+1)/2m)·cos φ·P_{m-1}^{m-1},  a_l = √((4l²-1)/(l²-m²))
//   P_l^m = a_l·(sin φ·P_{l-1}^m - P_{l-2}^m/a_{l-1})
//
// Waves of λ are computed at mλ itself, each within 0.8 ulp. Near a pole an error of an ulp in sin
// φ is l² times as large in P, whose size is at most √((2l+1)/4π): hence the bound in the row.
#pragma once
#include <cmath>  // std::sqrt
#include <vector>

#include "core/real.hpp"
#include "encodings/encoding.hpp"

namespace posenc::spherical_harmonics_row {

using Convention = Choice<"plain", "condon-shortley", "satclip", "satclip-closed-form">;
using Normalisation = Choice<"integral", "component", "norm">;
inline constexpr std::string_view kAxes[] = {"lon", "lat"};

inline constexpr ParamInfo kParams[] = {
    integer("degrees",
            "Number L of degrees, l = 0 … L-1; the width is L². SatCLIP has 10 and 40, Gaussian "
            "splatting 4.",
            10, {1, 128}, {1, 40}),
    one_of<Convention>("convention",
                       "plain: no sign of the order, as e3nn; condon-shortley: odd orders have the "
                       "other sign, as in Gaussian splatting; satclip: its analytic code, which "
                       "sees the antipode and has order 0 times π; satclip-closed-form: its other "
                       "code, at the antipode and with the sign of the order."),
    only_where(one_of<Normalisation>(
                   "normalisation",
                   "integral: the integral of Y² over the sphere is 1; component: the squares of a "
                   "degree add up to 2l+1; norm: to 1. The words are e3nn's."),
               "convention=plain,condon-shortley"),
};

inline Result<RowTable> table(const Params& p) {
  const auto degrees = p.count("degrees");
  const auto convention = p.choice<Convention>("convention");
  const auto normalisation = p.choice<Normalisation>("normalisation");
  const bool of_satclip = convention == "satclip",
             antipode = of_satclip || convention == "satclip-closed-form",
             signed_orders = convention == "condon-shortley" || convention == "satclip-closed-form";
  std::vector<double> factors(degrees * degrees, 1);  // a_l, by order and degree
  std::vector<double> sectoral(degrees, std::sqrt(3.0));
  std::vector<TurnFrequency> orders;
  for (std::size_t m = 0; m < degrees; ++m) {
    const auto order = static_cast<double>(m);
    orders.push_back(TurnFrequency::from_turns(Wide(order) / Wide(360.0)));
    if (m > 1) sectoral[m] = std::sqrt((2 * order + 1) / (2 * order));
    for (std::size_t l = m + 1; l < degrees; ++l) {
      const auto degree = static_cast<double>(l);
      factors[m * degrees + l] =
          std::sqrt((4 * degree * degree - 1) / (degree * degree - order * order));
    }
  }
  std::vector<double> scales(degrees, 1);
  for (std::size_t l = 0; l < degrees; ++l) {
    if (normalisation == "norm") scales[l] = 1 / std::sqrt(2 * static_cast<double>(l) + 1);
    if (antipode && l % 2 == 1) scales[l] = -1;
  }
  RowTable t;
  t.axes = std::size(kAxes);
  t.width = degrees * degrees;
  t.row = [degrees, factors, sectoral, orders, scales, of_satclip, signed_orders,
           first = normalisation == "integral" ? std::sqrt(1 / (4 * kPi)) : 1,
           latitude = TurnFrequency::from_turns(Wide(1.0) / Wide(360.0))](const double* position,
                                                                          double* out) {
    const Position lon(position[0]);
    const SinCos phi = wave(latitude, Position(position[1]));
    double on_diagonal = first;
    for (std::size_t m = 0; m < degrees; ++m) {
      if (m > 0) on_diagonal *= sectoral[m] * phi.cos;
      const SinCos turn = m == 0 ? SinCos{} : wave(orders[m], lon);
      const double sign = m == 0 && of_satclip ? kPi : m % 2 == 1 && signed_orders ? -1 : 1;
      const double* const a = factors.data() + m * degrees;
      double before = 0, last = on_diagonal;
      for (std::size_t l = m; l < degrees; ++l) {
        if (l > m) {
          const double next = a[l] * (phi.sin * last - before / a[l - 1]);
          before = last;
          last = next;
        }
        const double value = last * sign * scales[l];
        double* const middle = out + l * l + l;
        middle[m] = value * turn.cos + 0.0;  // + 0.0 avoids negative zero
        if (m > 0) *(middle - m) = value * turn.sin + 0.0;
      }
    }
  };
  return t;
}

inline constexpr EncodingInfo kSphericalHarmonics = {
    .id = "spherical-harmonics",
    .title = "Spherical harmonics",
    .family = "graphs and places",
    .formula =
        R"(Y_{lm} = \bar P_l^{|m|}(\sin\phi)\cdot\begin{cases}\cos m\lambda & m\ge 0\\ \sin|m|\lambda & m<0\end{cases}\quad l = 0,\dots,L-1,\; m = -l,\dots,l)",
    .citation =
        "Rußwurm et al. 2024, Geographic Location Encoding with Spherical Harmonics and Sinusoidal "
        "Representation Networks, arXiv:2310.06743; microsoft/satclip "
        "positional_encoding/spherical_harmonics*.py (20e51060); e3nn o3.spherical_harmonics",
    .note =
        "Longitude λ and latitude φ are degrees. SatCLIP takes λ + 180 and φ + 90 as azimuth and "
        "polar angle, which is the antipode: odd degrees have the other sign. Its analytic code "
        "divides by 4 and multiplies by π where it should divide by 4π, in order 0 alone. e3nn has "
        "its polar axis along y: its (x, y, z) are (y, z, x) here.",
    .accuracy =
        "float64 entries of degree l are within (l+1)²·2^-53 of the largest size of the degree, "
        "√((2l+1)/4π) as integral (times π in satclip's order 0).",
    .axes = kAxes,
    .params = kParams,
    .row_table = table,
};

}  // namespace posenc::spherical_harmonics_row
