// The row of kernels/frequency_design.hpp.
#pragma once
#include "analyses/analysis.hpp"
#include "core/real.hpp"
#include "kernels/target_profile.hpp"

namespace posenc::design_frequencies_row {

inline constexpr ParamInfo kParams[] = {
    integer("dim", "Width of the table: dim/2 frequencies.", kRequired, {2, 512}, {2, 256, true}),
    integer("context",
            "n: the kernel is fitted at lags 0 … n-1; 512 where neither n nor a profile is given. "
            "A given profile is then interpolated between its lags, and held beyond the ends.",
            kOptional, {1, 65536}, {16, 4096, true}),
    only_where(one_of("target",
                      "The wanted profile where none is given: exponential e^(-δ/L), gaussian "
                      "e^(-δ²/2L²), power-law (1+δ/L)^-power, triangle max(0, 1-δ/L), linear "
                      "1-δ/L, logarithmic 1-ln(1+δ/L), cosine cos(2πδ/L), sinc sin(πδ/L)/(πδ/L).",
                      kTargetProfiles),
               "!profile"),
    only_where(number("length",
                      "Length L of the wanted profile, in positions: the larger, the wider it is.",
                      64, {1e-3, 1e9}, {1, 4096, true}),
               "!profile"),
    only_where(
        number("power", "Exponent of the power law: the larger, the faster the profile falls.", 1,
               above(0, 64), {0.1, 4}),
        "!profile & target=power-law"),
    number("maxFrequency", "Largest frequency, rad per position; π when left out.", kPi,
           above(0, kPi), {0.001, kPi, true}),
    integer(
        "oversampling",
        "Grid points for each n-th part of the band [0, π]; powers of two, others are rounded up.",
        4, {1, 16}),
    on_off("equalAmplitudes",
           "All amplitudes the same: frequencies only, as in a plain sinusoidal or rotary table."),
    integer("refinement",
            "Most steps of the refinement; 0 keeps the selected grid points. Left out: "
            "2.5e10/(n·dim²), from 100 to 3000, some 5·10^10 operations, 5 to 15 s in a module "
            "where dim or n is large; fewer steps take less.",
            kOptional, {0, 5000}),
};
inline constexpr InputInfo kInputs[] = {
    {.name = "profile",
     .doc = "(m, 1) wanted kernel at lags 0 … m-1, or at `lags`; instead of `target`",
     .required = false,
     .form = "kernelProfile"},
    {.name = "lags",
     .doc = "(m, 1) rising lags of `profile`, >= 0; whole numbers where no context is given",
     .required = false},
    {.name = "weights",
     .doc = "(n, 1) weights q >= 0 of the fitted lags in the sum of squares; 1 where left out",
     .required = false},
};
inline constexpr OutputInfo kOutputs[] = {
    {"frequencies", "(dim/2) ω, rad per position, rising; pairs of amplitude 0 last",
     OutputKind::vector},
    {"turns", "(dim/2) ω/2π: `frequencies` of the encoding fourier-features with axes 1",
     OutputKind::vector},
    {"amplitudes", "(dim/2) a: `amplitudes` of that encoding", OutputKind::vector},
    {"shares", "(dim/2) a²/Σa², the part of k(0); 0 for a zero kernel", OutputKind::vector},
    {"pairs", "number of amplitudes above 0"},
    {"lags", "(n) fitted lags", OutputKind::vector},
    {"target", "(n) wanted kernel", OutputKind::vector},
    {"fitted", "(n) Σ a² cos(ωδ) of the frequencies and amplitudes above", OutputKind::vector},
    {"rmsError", "√(Σ q (target - fitted)² / Σ q)"},
    {"maxError", "max |target - fitted| where q > 0"},
    {"relativeError", "rmsError over the weighted rms of the target", OutputKind::scalar, true},
    {"gridPairs", "number of frequencies of the fit on the grid"},
    {"gridError", "rms error of the fit on the grid, with gridPairs frequencies"},
    {"gridGap",
     "largest cosine of the angle between that residual and a wave of the grid: 0 = the KKT "
     "conditions hold, no number of grid frequencies fits better"},
    {"selectedError", "rms error of the dim/2 selected pairs, before refinement"},
    {"steps", "steps of the refinement"},
    {"slope",
     "largest |cosine| between the residual and a derivative by a free frequency or weight: 0 = "
     "stationary, or an error of rounding only"},
    {"anotherPair",
     "largest cosine between the residual and a wave: what one more pair could gain; 0 = best of "
     "all numbers of pairs"},
    {"anotherFrequency", "its frequency, rad per position", OutputKind::scalar, true},
    {"leastEigenvalue",
     "of the Toeplitz matrix of the target at lags 0 … n-1, within n·2^-51 of its largest one; "
     "negative = no table has this kernel. Up to n = 2048, and where no lag between is left out",
     OutputKind::scalar, true},
    {"positiveSemidefinite", "1 where that is not below -n·2^-51 of the largest one, else 0",
     OutputKind::scalar, true},
    {"lowerBound",
     "rms error below which no number of pairs of frequencies up to maxFrequency can come (weak "
     "duality); where lag 0 has weight",
     OutputKind::scalar, true},
};

Result<Count> largest(const Params&, const Sizes&, std::span<const Layer>);
void run(const Params&, const Inputs&, std::span<const Layer>, Work&);

inline constexpr AnalysisInfo kDesignFrequencies = {
    .id = "design-frequencies",
    .title = "Design frequencies for a kernel",
    .family = "design",
    .formula =
        R"(\min_{0\le\omega_j\le\Omega,\;a_j}\;\sum_\delta q_\delta\Big(t(\delta)-\sum_{j<d/2} a_j^2\cos\omega_j\delta\Big)^2)",
    .citation =
        "Positive definite functions: Herglotz 1911, Bochner 1932, Carathéodory & Fejér 1911; "
        "Grenander & Szegő 1958; non-negative least squares: Lawson & Hanson 1974",
    .note =
        "The refinement finds a local minimum: rmsError is reached, lowerBound is proven. Works "
        "cited are from memory (unconfirmed); the statements are tested.",
    .params = kParams,
    .inputs = kInputs,
    .outputs = kOutputs,
    .largest = largest,
    .run = run,
};

}  // namespace posenc::design_frequencies_row
