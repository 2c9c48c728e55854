// "The kernel of a sinusoidal encoding approximates the NTK of a wide network with periodic
// activations": tests this claim. The network is f(x) = √(2/m) Σ_j v_j cos(w_j x + b_j), v normal,
// b uniform, and k̂(δ) the mean of cos ωδ over the encoding's frequencies.
//
//   w_j drawn from the frequencies, v trained          NNGP = NTK = k̂(δ): a random feature kernel
//   v and b trained                                    2 k̂(δ)
//   v, b and w trained: the NTK                        (2 + x x') k̂(δ), not stationary
//   v, b and ln w trained                              2 k̂(δ) + x x' · mean of ω² cos ωδ
//   w_j normal, as in the usual wide network           exp(-σ²δ²/2), for any σ
//
// A network of width m estimates k̂ with variance (V + ½)/m, V the variance of cos ωδ over the
// frequencies; m/2 pairs of a sine and a cosine with 2V/m, which is less if V < ½.
#pragma once
#include "analyses/analysis.hpp"

namespace posenc::periodic_network_row {

inline constexpr ParamInfo kParams[] = {
    only_where(number("base",
                      "Base of the encoding, for the limit of infinitely many frequencies between "
                      "1/base and 1.",
                      10000, above(1, 1e12), {100, 1e6, true}),
               "pairs"),
    integer("lags", "The Gaussian is fitted over the offsets 0 … lags - 1.", 512, {1, 4096},
            {16, 4096, true}),
    numbers("offsets",
            "Offsets of the random networks; 0 and the Fibonacci numbers up to 987 when left out.",
            kOptional, {-1e6, 1e6}, 256),
    numbers("widths",
            "Even widths m of the random networks; 16, 64, 256, 1024, 4096, 16384 when left out.",
            kOptional, {2, 1048576}, 32),
    integer("draws", "Random networks of each width: the more, the less the answer owes to chance.",
            16, {1, 10000}, {1, 100, true}),
    integer("seed", "Seed of the random networks: another one draws other weights.", 0,
            {0, kMostInteger}),
};
inline constexpr InputInfo kInputs[] = {
    {.name = "frequencies",
     .doc = "(p,) frequencies ω of the encoding, radians per position",
     .form = "frequencies"},
    {.name = "pairs",
     .doc = "(n, 2) positions x and x' to compare the kernels at",
     .required = false},
};
inline constexpr OutputInfo kOutputs[] = {
    {"readout", "(n,) v trained: k̂(δ)", OutputKind::vector, true},
    {"readoutAndPhase", "(n,) v and b trained: 2 k̂(δ)", OutputKind::vector, true},
    {"allParameters", "(n,) v, b and w trained: the NTK", OutputKind::vector, true},
    {"logFrequencies", "(n,) v, b and ln w trained", OutputKind::vector, true},
    {"gaussianWeights", "(n,) normal w, with the σ of the fit with norm 1", OutputKind::vector,
     true},
    {"limit", "(n,) k̂ of infinitely many frequencies, log-uniform in [1/base, 1]",
     OutputKind::vector, true},
    {"profile", "(lags,) k̂(δ)", OutputKind::vector},
    {"fitError", "relative L2 distance from the profile of the nearest c·exp(-σ²δ²/2)"},
    {"fitScale", "its c"},
    {"fitSigma", "its σ"},
    {"normalisedFitError", "the same with c = 1"},
    {"normalisedFitSigma", "its σ"},
    {"offsets", "the offsets of the random networks", OutputKind::vector},
    {"pairVariance", "V: variance of cos ωδ over the frequencies, at each offset",
     OutputKind::vector},
    {"phaseVariance", "V + ½, at each offset", OutputKind::vector},
    {"widths", "m", OutputKind::vector},
    {"phaseError", "random phases: root mean squared error of k̂ over offsets and draws, by width",
     OutputKind::vector},
    {"pairError", "the same with m/2 pairs of sine and cosine", OutputKind::vector},
    {"phaseExpected", "its expectation: √(mean of (V + ½)/m)", OutputKind::vector},
    {"pairExpected", "√(mean of 2V/m)", OutputKind::vector},
    {"phaseSlope", "slope of ln phaseError over ln m: -1/2", OutputKind::scalar, true},
    {"pairSlope", "slope of ln pairError over ln m", OutputKind::scalar, true},
};

Result<Count> largest(const Params&, const Sizes&, std::span<const Layer>);
void run(const Params&, const Inputs&, std::span<const Layer>, Work&);

inline constexpr AnalysisInfo kPeriodicNetwork = {
    .id = "periodic-network",
    .title = "Networks with periodic activations",
    .family = "infinite width",
    .formula =
        R"(f(x) = \sqrt{2/m}\,\sum_j v_j\cos(w_j x + b_j),\quad \Theta(x, x') = (2 + x x')\,\hat k(x - x'))",
    .citation = "Rahimi & Recht 2007; the kernels: own derivation",
    .note =
        "The sinusoidal encoding is a deterministic quadrature, on a log-uniform grid, of a random "
        "feature kernel with a 1/f spectrum. It is the tangent kernel of a wide periodic network "
        "only where the first layer is frozen or its phases alone are trained; with trained "
        "frequencies the kernel is not stationary, with normal weights it is a Gaussian.",
    .params = kParams,
    .inputs = kInputs,
    .outputs = kOutputs,
    .largest = largest,
    .run = run,
};

}  // namespace posenc::periodic_network_row
