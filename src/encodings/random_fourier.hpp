// Random Fourier features: Rahimi & Recht 2007, "Random features for large-scale kernel machines".
//
// By Bochner's theorem k(x - y) = E cos(w·(x - y)) with w drawn from the kernel's spectral density,
// which for the Gaussian kernel exp(-‖x-y‖²/2σ²) is N(0, σ^-2 I).
#pragma once
#include "encodings/random_features.hpp"

namespace posenc::random_fourier_row {

inline constexpr ParamInfo kParams[] = {
    fourier::dim_param("Number of features D; even with form 'paired'."),
    fourier::axes_param(1),
    only_where(fourier::sigma_param(), "!frequencies"),
    random_features::form_param("cos-bias"),
    fourier::matrix_param("frequencies",
                          "W in rad per unit, (D, axes), or (D/2, axes) with form 'paired'; drawn "
                          "from N(0, 1/σ²) where not given."),
    fourier::matrix_param(
        "offsets", "b in rad, (D), of form 'cos-bias'; drawn from U(0, 2π) where not given."),
    only_where(fourier::kSeed, "!frequencies | form=cos-bias & !frequencies | !offsets"),
};

inline Result<random_features::Features> features(const Params& p) {
  const Result<std::size_t> rows = random_features::rows(p);
  if (!rows) return rows.error();
  const Random random = fourier::random_of(p, 0);
  const double sigma = p.number("sigma");
  auto frequencies = fourier::matrix(p, "frequencies", rows.value(), p.count("axes"),
                                     [&](std::uint64_t i) { return random.normal(i) / sigma; });
  if (!frequencies) return frequencies.error();
  auto offsets = random_features::offsets(p);
  if (!offsets) return offsets.error();
  return random_features::Features{std::move(frequencies).value(), std::move(offsets).value()};
}

inline constexpr EncodingInfo kRandomFourier = {
    .id = "random-fourier",
    .title = "Random Fourier features",
    .family = "Fourier features",
    .formula =
        R"(z(x) = \sqrt{2/D}\,\cos(Wx+b),\quad W\sim\mathcal N(0,\sigma^{-2}I),\; b\sim\mathcal U(0,2\pi),\quad \mathbb E\,z(x)\cdot z(y) = e^{-\lVert x-y\rVert^2/2\sigma^2})",
    .citation = "Rahimi & Recht 2007, Random Features for Large-Scale Kernel Machines, NIPS 20",
    .note =
        "Written from memory of the paper (unconfirmed); that the inner products converge to the "
        "Gaussian kernel is tested.",
    .axes = {},
    .params = kParams,
    .trig_table = random_features::table<features>,
    .facts = random_features::facts<features>,
};

}  // namespace posenc::random_fourier_row
