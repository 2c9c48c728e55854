// Properties of an encoding from its frequencies, without a table: how fast its kernel profile k(δ)
// = Σ a²·cos(ωδ) falls, which waves are too slow for the context and which are aliased.
//
// The half width is the smallest δ > 0 with k(δ) = k(0)/2. It is approached from the left with
// steps that cannot pass it: |k''| <= Σ a²ω², so k stays above k(0)/2 as far as the parabola k(δ) +
// k'(δ)·h - h²·Σa²ω²/2 does; near a crossing this is Newton's step.
#pragma once
#include "analyses/analysis.hpp"

namespace posenc::bandwidth_row {

inline constexpr ParamInfo kParams[] = {
    integer("contextLength", "Number of positions n the waves are compared with.", 512, {1, 0x1p40},
            {16, 1048576, true}),
    number("farthest",
           "The half width is looked for up to this lag; too_large where that takes more than 2^22 "
           "steps, or 2^30 waves.",
           1e6, above(0, 1e12), {100, 1e9, true}),
};
inline constexpr InputInfo kInputs[] = {
    {.name = "frequencies",
     .doc = "(p) ω in rad per position, of either sign",
     .form = "frequencies"},
    {.name = "amplitudes", .doc = "(p) a; 1 where left out", .required = false},
};
inline constexpr OutputInfo kOutputs[] = {
    {"halfWidth",
     "smallest lag with k(δ) = k(0)/2, positions; left out where k stays above up to the farthest "
     "lag",
     OutputKind::scalar, true},
    {"rmsBandwidth", "√(Σa²ω²/Σa²), rad per position"},
    {"curvatureLength", "√(-k(0)/k''(0)) = 1/rmsBandwidth, positions; left out where that is 0",
     OutputKind::scalar, true},
    {"fisherInformation",
     "Σa²ω² = -k''(0), in 1/position²: at noise of standard deviation 1, at every position"},
    {"shortestWavelength", "2π/max ω, positions; left out where all ω are 0", OutputKind::scalar,
     true},
    {"longestWavelength", "2π/min ω over ω > 0, positions", OutputKind::scalar, true},
    {"slow", "number of waves with a wavelength above n: unambiguous within the context"},
    {"verySlow", "number of waves with a wavelength above 4n"},
    {"aliased", "number of waves with ω > π: whole positions see them as slower ones"},
    {"largestGap",
     "largest ratio of neighbouring frequencies, sorted, above 0; left out with fewer than two",
     OutputKind::scalar, true},
};

Result<Count> largest(const Params&, const Sizes&, std::span<const Layer>);
void run(const Params&, const Inputs&, std::span<const Layer>, Work&);

inline constexpr AnalysisInfo kBandwidth = {
    .id = "bandwidth",
    .title = "Bandwidth, coverage and aliasing",
    .family = "diagnostics",
    .formula = R"(k(\delta) = \sum_i a_i^2 \cos \omega_i\delta,\quad k(\delta_{1/2}) = k(0)/2)",
    .citation = "Elementary; sampling: Shannon 1949",
    .params = kParams,
    .inputs = kInputs,
    .outputs = kOutputs,
    .largest = largest,
    .run = run,
};

}  // namespace posenc::bandwidth_row
