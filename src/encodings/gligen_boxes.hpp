// GLIGEN's encoding of bounding boxes, as in diffusers' get_fourier_embeds_from_boundingbox: for
// each frequency 100^(k/K), k = 0 … K-1, the sines of the four corners' coordinates, then their
// cosines. No π: coordinates in [0, 1] give at most 100 rad.
#pragma once
#include "core/geometric.hpp"
#include "encodings/fourier_params.hpp"

namespace posenc::gligen_boxes_row {

inline constexpr std::string_view kBoxAxes[] = {"x0", "y0", "x1", "y1"};

inline constexpr ParamInfo kParams[] = {
    integer("bands", "Number of frequencies K; 8 in GLIGEN, which makes 64 channels.", 8, {1, 4096},
            {1, 64, true}),
    number("temperature", "The limit of the frequencies; 100 in GLIGEN.", 100, {1e-9, 1e9},
           {10, 10000, true}),
};

inline Result<TrigTable> table(const Params& p) {
  TrigTable t;
  t.axes = std::size(kBoxAxes);
  const std::size_t bands = p.count("bands");
  const Wide step = log(Wide(p.number("temperature"))) / Wide(static_cast<double>(bands));
  for (const Wide& omega : geometric(step, bands)) {
    const TurnFrequency f = TurnFrequency::from_radians(omega);
    const std::size_t first = t.pairs();
    for (std::size_t a = 0; a < t.axes; ++a) t.add_pair(a, f);
    t.add_waves(first, t.axes);
  }
  return t;
}

inline constexpr EncodingInfo kGligenBoxes = {
    .id = "gligen-boxes",
    .title = "GLIGEN boxes",
    .family = "Fourier features",
    .formula =
        R"(\big[\sin(\tau^{k/K}c),\;\cos(\tau^{k/K}c)\big]_{k=0}^{K-1},\quad c = (x_0,y_0,x_1,y_1),\;\tau = 100)",
    .citation =
        "Li et al. 2023, GLIGEN, arXiv:2301.07093; diffusers get_fourier_embeds_from_boundingbox",
    .axes = kBoxAxes,
    .params = kParams,
    .trig_table = table,
};

}  // namespace posenc::gligen_boxes_row
