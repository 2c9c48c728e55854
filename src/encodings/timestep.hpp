// Diffusion time-step embedding (DDPM, Stable Diffusion): a sinusoidal table with its own
// parameters, as in diffusers' get_timestep_embedding.
//
// h = floor(dim/2);  omega_k = maxPeriod^(-k/(h - downscaleFreqShift)), k = 0 … h-1
#pragma once
#include "encodings/encoding.hpp"

namespace posenc::timestep_row {

inline constexpr ParamInfo kParams[] = {
    integer("dim", "Width of the embedding; an odd one gets a last column of zeros.", kRequired,
            {1, 65536}, {2, 1024, true}),
    number("maxPeriod",
           "Base P of the geometric frequencies: the larger, the slower the slowest waves.", 10000,
           above(0, 1e30), {10, 1e7, true}),
    on_off("flipSinToCos", "Cosines first, then sines (Stable Diffusion)."),
    number("downscaleFreqShift", "Taken from the denominator: 1 in DDPM, 0 in Stable Diffusion.", 1,
           {-65536, 65536}, {0, 1}),
    number("scale", "Every time step is multiplied by it: the larger, the faster the waves turn.",
           1, {-1e9, 1e9}, {0.001, 1000, true}),
};

inline Result<TrigTable> table(const Params& p) {
  const std::int64_t dim = p.integer("dim");
  const auto half = static_cast<std::size_t>(dim / 2);
  const double shift = p.number("downscaleFreqShift");
  const Wide denominator = Wide(static_cast<double>(half)) - Wide(shift);
  if (half > 0 && denominator.is_zero())
    return bad_param("downscaleFreqShift", "must differ from dim/2 = ", half,
                     ", where the exponent divides by zero");
  TrigTable t;
  set_geometric(t, p.number("maxPeriod"), denominator, half, p.number("scale"));
  const bool flip = p.flag("flipSinToCos");
  for (const Wave wave : {flip ? Wave::cosine : Wave::sine, flip ? Wave::sine : Wave::cosine})
    t.add_columns(wave, 0, half);
  if (dim % 2 != 0) t.columns.push_back({});
  return t;
}

inline Result<GeometricFrequencies> geometric(const Params& p, const Scaling*) {
  const auto half = p.count("dim") / 2;
  const double shift = p.number("downscaleFreqShift");
  if (p.number("scale") != 1)
    return Error{ErrorCode::not_defined, "scale",
                 "how others multiply time steps by a scale is not emulated; leave scale at 1"};
  if (shift != 0 && shift != 1)
    return refusal(ErrorCode::not_defined, "downscaleFreqShift",
                   {"others are emulated for 0 and 1 only; got ", to_text(shift)});
  if (p.number("maxPeriod") < 1)
    return refusal(ErrorCode::not_defined, "maxPeriod",
                   {"others are emulated where no wave turns faster than 1 rad per step, so "
                    "maxPeriod must be at least 1; got ",
                    to_text(p.number("maxPeriod"))});
  const double denominator = static_cast<double>(half) - shift;
  return GeometricFrequencies{p.number("maxPeriod"), half, half > 0 ? denominator : 1};
}

inline constexpr EncodingInfo kTimestep = {
    .id = "timestep",
    .title = "Diffusion time step",
    .family = "absolute",
    .formula =
        R"(\omega_k = P^{-k/(h-\delta)},\quad [\sin(s\,t\,\omega_k)\;|\;\cos(s\,t\,\omega_k)],\quad h=\lfloor d/2\rfloor)",
    .citation =
        "Ho et al. 2020, DDPM, arXiv:2006.11239 (released code); diffusers get_timestep_embedding",
    .params = kParams,
    .trig_table = table,
    .geometric = geometric,
};

}  // namespace posenc::timestep_row
