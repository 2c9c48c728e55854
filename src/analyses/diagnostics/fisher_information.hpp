// How well a position can be estimated from a row with additive Gaussian noise of standard
// deviation s in every channel: I(x) = ‖dφ/dx‖²/s², and unbiased estimates of x have at least the
// standard deviation 1/√I (Cramér-Rao). Neighbours are distinguished with d' = ‖φ(x + 1) - φ(x)‖/s.
//
// A sinusoidal table has I = Σ ω_i²/s² at every x, the curvature -k''(0) of its kernel profile.
#pragma once
#include "analyses/analysis.hpp"

namespace posenc::fisher_information_row {

inline constexpr ParamInfo kParams[] = {
    number("noise", "Standard deviation s of the noise, in the unit of the table.", 1,
           above(0, 1e60), {0.01, 10, true}),
    only_where(
        number("spacing", "Distance of neighbouring positions; for differences of the table.", 1,
               above(0, 1e60)),
        "table & !derivative"),
};
inline constexpr InputInfo kInputs[] = {
    {.name = "derivative",
     .doc = "(n, d) dφ/dx at the positions",
     .required = false,
     .form = "derivative"},
    {.name = "table",
     .doc = "(n, d) φ at the positions; without a derivative its differences stand for it",
     .required = false},
};
inline constexpr OutputInfo kOutputs[] = {
    {"information", "(n) I(x), in 1/position²", OutputKind::vector},
    {"leastDeviation",
     "(n) 1/√I(x), positions: the Cramér-Rao bound; left out where I vanishes somewhere",
     OutputKind::vector, true},
    {"meanInformation", "mean of I over the positions"},
    {"informationSpread",
     "standard deviation of I over its mean: 0 = every position is told equally well; 0 where all "
     "of I is 0"},
    {"discriminability", "(n - 1) d' between neighbours; needs a table", OutputKind::vector, true},
};

Result<Count> largest(const Params&, const Sizes&, std::span<const Layer>);
void run(const Params&, const Inputs&, std::span<const Layer>, Work&);

inline constexpr AnalysisInfo kFisherInformation = {
    .id = "fisher-information",
    .title = "Fisher information of the position",
    .family = "diagnostics",
    .formula =
        R"(I(x) = \|\varphi'(x)\|^2 / s^2,\quad \operatorname{sd}(\hat x) \ge 1/\sqrt{I(x)})",
    .citation = "Cramér-Rao bound: Rao 1945; d': Green & Swets 1966",
    .note =
        "Without a derivative: central differences (at the ends, one-sided ones of the same "
        "order), which see a wave of frequency ω as sin ω: exact for slow waves only.",
    .params = kParams,
    .inputs = kInputs,
    .outputs = kOutputs,
    .largest = largest,
    .run = run,
};

}  // namespace posenc::fisher_information_row
