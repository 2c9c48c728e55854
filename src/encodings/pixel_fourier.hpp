// Fourier bands of pixel grids as in timm and Perceiver code: on coordinates in [-1, 1],
//
//   log     f_k = π·2^(k/(n-1)·(log2(R) - 1))     from π to π·R/2
//   linear  f_k = π·(1 + k/(n-1)·(R/2 - 1))        with the same ends
//
// R is the resolution (timm 224; lucidrains' `pixel` bands, linear, 10).
//
//   timm        [coordinates?, sines, cosines], each band-major, coordinates innermost
//   (FourierEmbed) lucidrains  for each coordinate: sines, cosines, coordinate? (fourier_encode of
//   perceiver-pytorch)
//
// With gridShape positions are cell indices, i of n at the coordinate 2i/(n-1) - 1, as in linspace.
// The map is folded into frequencies and phases, so entries remain correctly rounded.
#pragma once
#include "core/geometric.hpp"
#include "encodings/fourier_params.hpp"

namespace posenc::pixel_fourier_row {

using Convention = Choice<"timm", "lucidrains">;
using Spacing = Choice<"as-convention", "log", "linear">;

inline constexpr ParamInfo kParams[] = {
    integer("bands", "Number of frequencies along each axis.", 64, {1, 4096}, {1, 128, true}),
    fourier::axes_param(2),
    one_of<Convention>("convention",
                       "timm: all sines, then all cosines, coordinates innermost; lucidrains: "
                       "sines and cosines of one coordinate after the other."),
    one_of<Spacing>("spacing",
                    "Spacing of the bands from π to π·maxRes/2; as-convention: log for timm, "
                    "linear for lucidrains."),
    number(
        "maxRes",
        "Resolution R whose half is the highest band; left out: 224 for timm, 10 for lucidrains.",
        kOptional, above(0, 1e9), {2, 1024, true}),
    on_off("includeInput",
           "Keep the coordinates as channels: before the waves (timm's concat_grid), or after "
           "those of each coordinate (lucidrains)."),
    numbers("gridShape",
            "Cells along each axis: positions are then indices, mapped to [-1, 1]. Left out: "
            "positions are the coordinates.",
            kOptional, {1, 65536}, 256),
};

// in half turns per unit (π rad)
inline std::vector<Wide> bands(const Params& p) {
  const std::size_t n = p.count("bands");
  const bool as_timm = p.choice<Convention>("convention") == "timm";
  const Wide half = Wide(p.number_or("maxRes", as_timm ? 224 : 10)).scaled(-1);
  const Wide steps(static_cast<double>(n > 1 ? n - 1 : 1));
  const auto spacing = p.choice<Spacing>("spacing");
  if (spacing == "log" || (spacing == "as-convention" && as_timm))
    return geometric(log(half) / steps, n);
  std::vector<Wide> out;
  for (std::size_t k = 0; k < n; ++k)
    out.push_back(Wide(1.0) + (half - Wide(1.0)) * Wide(static_cast<double>(k)) / steps);
  return out;
}

// Sizes of the grid; empty if positions are coordinates.
inline Result<std::vector<double>> grid_shape(const Params& p) {
  if (!p.has("gridShape")) return std::vector<double>();
  const std::span<const double> shape = p.numbers("gridShape");
  if (shape.size() != p.count("axes"))
    return bad_shape("gridShape", "must have axes = ", p.integer("axes"), " numbers, got ",
                     shape.size());
  for (std::size_t a = 0; a < shape.size(); ++a)
    if (static_cast<double>(static_cast<std::int64_t>(shape[a])) != shape[a])
      return bad_param("gridShape", "element ", a, " must be a whole number, got ",
                       to_text(shape[a]));
  if (p.flag("includeInput"))
    return bad_param("includeInput",
                     "needs positions that are coordinates; with gridShape they are indices");
  return std::vector<double>(shape.begin(), shape.end());
}

inline Result<TrigTable> table(const Params& p) {
  const auto made = grid_shape(p);
  if (!made) return made.error();
  const std::vector<double>& shape = made.value();
  TrigTable t;
  t.axes = p.count("axes");
  const std::size_t n = p.count("bands");
  if (t.axes * t.axes > fourier::kMostWeights / n)
    return refusal(ErrorCode::too_large, "bands",
                   {"bands·axes² must be at most ", fourier::kMostWeights});
  for (const Wide& band : bands(p)) {
    const Wide turns = band.scaled(-1);
    for (std::size_t a = 0; a < t.axes; ++a) {
      if (shape.empty()) {
        t.add_pair(a, TurnFrequency::from_turns(turns));
        continue;
      }
      // linspace(-1, 1, 1) is -1
      const Wide step = shape[a] > 1 ? turns.scaled(1) / Wide(shape[a] - 1) : Wide();
      t.add_pair(a, TurnFrequency::from_turns(step));
      t.offsets.emplace_back(-turns);
    }
  }
  const bool with_input = p.flag("includeInput");
  if (p.choice<Convention>("convention") == "timm") {
    if (with_input) fourier::add_coordinates(t);
    t.add_waves(0, t.pairs());
  } else {
    for (std::size_t a = 0; a < t.axes; ++a) {
      t.add_waves(a, n, t.axes);
      if (with_input) t.add_columns(Wave::coordinate, a, 1);
    }
  }
  return t;
}

inline constexpr EncodingInfo kPixelFourier = {
    .id = "pixel-fourier",
    .title = "Pixel Fourier bands",
    .family = "Fourier features",
    .formula =
        R"(f_k = \pi\,2^{\frac{k}{n-1}(\log_2 R-1)}\ \text{or}\ \pi\Big(1+\tfrac{k}{n-1}\big(\tfrac R2-1\big)\Big),\quad [\sin(f_k x)\;|\;\cos(f_k x)],\; x\in[-1,1])",
    .citation =
        "timm pixel_freq_bands and build_fourier_pos_embed; lucidrains' rotary-embedding-torch "
        "(freqs_for='pixel') and perceiver-pytorch fourier_encode; bands as in Jaegle et al. 2021, "
        "Perceiver, arXiv:2103.03206",
    .note =
        "timm's channel order is that of FourierEmbed (bands before axes), read from its code. One "
        "band alone is π.",
    .axes = {},
    .params = kParams,
    .trig_table = table,
};

}  // namespace posenc::pixel_fourier_row
