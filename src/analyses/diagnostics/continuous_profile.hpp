// The profile of a sinusoidal table as its width grows: frequencies log-uniform on [1/base, 1].
//
//   k(δ)/k(0) → [Ci(δ) - Ci(δ/base)]/ln base = 1 - [Cin(δ) - Cin(δ/base)]/ln base
// and for 1 ≪ δ ≪ base the decay law 1 - (ln δ + γ)/ln base: locality is logarithmic. A table of
// width d (frequencies base^(-2i/d): a left Riemann sum) differs from the limit by
// (cos δ - cos(δ/base))/d to first order in 1/d.
#pragma once
#include "analyses/analysis.hpp"

namespace posenc::continuous_profile_row {

inline constexpr ParamInfo kParams[] = {
    number("base", "Ratio of the highest to the lowest frequency.", 10000, {1.01, 1e12},
           {2, 1e6, true}),
    integer("dim", "Table width d of the first-order correction.", kOptional, {2, 1 << 20},
            {2, 1024, true}),
};
inline constexpr InputInfo kInputs[] = {
    {.name = "offsets", .doc = "(m) lags δ, of either sign, |δ| <= 2^53"},
};
inline constexpr OutputInfo kOutputs[] = {
    {"profile", "(m) k(δ)/k(0) in the limit", OutputKind::vector},
    {"corrected", "(m) profile + (cos δ - cos(δ/base))/dim; with dim", OutputKind::vector, true},
    {"correctedUpTo",
     "lag up to which the correction holds, dim/(2 ln base): beyond it the waves of a table beat",
     OutputKind::scalar, true},
    {"decayLaw", "(m) 1 - (ln |δ| + γ)/ln base; left out where some δ is 0", OutputKind::vector,
     true},
};

Result<Count> largest(const Params&, const Sizes&, std::span<const Layer>);
void run(const Params&, const Inputs&, std::span<const Layer>, Work&);

inline constexpr AnalysisInfo kContinuousProfile = {
    .id = "continuous-profile",
    .title = "Continuous limit of the sinusoidal kernel",
    .family = "kernel",
    .formula =
        R"(\hat k(\delta) = \frac{\operatorname{Ci}(\delta) - \operatorname{Ci}(\delta/b)}{\ln b} \approx 1 - \frac{\ln\delta + \gamma}{\ln b})",
    .citation = "Derived from Vaswani et al. 2017, arXiv:1706.03762; Ci: DLMF 6.2",
    .params = kParams,
    .inputs = kInputs,
    .outputs = kOutputs,
    .largest = largest,
    .run = run,
};

}  // namespace posenc::continuous_profile_row
