// Sinusoidal encoding of 1 to 3 coordinates as in the package positional-encodings: one block of
// interleaved sines and cosines per axis, cut to the requested width.
//
// A block is c = 2⌈d/(2a)⌉ channels wide, even; omega_k = base^(-2k/c). If a·c > d the last axis
// loses channels.
#pragma once
#include "encodings/encoding.hpp"
#include "encodings/grid_waves.hpp"

namespace posenc::sinusoidal_nd_row {

inline constexpr ParamInfo kParams[] = {
    integer("dim", "Width d of the encoding: how many channels a row has.", kRequired, {1, 65536},
            {2, 1024, true}),
    integer("axes", "Coordinates a of a position, such as row and column in a picture.", 2, {1, 3},
            {1, 3}),
    grid_waves::kBase,
};

inline Result<TrigTable> table(const Params& p) {
  const auto dim = p.count("dim");
  TrigTable t;
  t.axes = p.count("axes");
  const std::size_t pairs = (dim + 2 * t.axes - 1) / (2 * t.axes);  // of each axis
  const std::vector<Wide> omega = grid_waves::frequencies(p.number("base"), pairs);
  for (std::size_t axis = 0; axis < t.axes; ++axis)
    for (std::size_t k = 0; k < pairs && t.columns.size() < dim; ++k) {
      const std::uint32_t pair = t.add_pair(axis, TurnFrequency::from_radians(omega[k]));
      t.columns.push_back({Wave::sine, pair});
      if (t.columns.size() < dim) t.columns.push_back({Wave::cosine, pair});
    }
  return t;
}

inline constexpr EncodingInfo kSinusoidalNd = {
    .id = "sinusoidal-nd",
    .title = "Sinusoidal, 1-D to 3-D",
    .family = "absolute",
    .formula =
        R"(\mathrm{PE}_{x,y,\dots} = [\,\mathrm{PE}^{(c)}_x\,|\,\mathrm{PE}^{(c)}_y\,|\,\dots\,]_{1\dots d},\quad c = 2\lceil d/2a\rceil)",
    .citation =
        "positional-encodings (tatp22/multidim-positional-encoding), torch_encodings.py; Wang and "
        "Liu 2019, arXiv:1908.11415 (2-D)",
    .note =
        "The citation of the 2-D form is from memory. The axes are those of the array, the first "
        "one first. Where d is no multiple of 2a the last axis has fewer channels than the others.",
    .axes = {},
    .params = kParams,
    .trig_table = table,
};

}  // namespace posenc::sinusoidal_nd_row
