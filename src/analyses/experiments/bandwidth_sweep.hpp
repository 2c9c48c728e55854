// Test error over the spread of Fourier feature frequencies, for four families of distributions:
// Figure 4 of Tancik et al. 2020. Too narrow frequencies cannot follow the signal, too wide ones
// fit noise between the points; the minimum is at about the same standard deviation for every
// family.
//
// Signals with a spectrum falling as (1 + f)^-α on a line; ReLU networks of three hidden layers,
// standard parameterisation, σ_w = 1. Predicted: kernel ridge regression with the infinite-width
// kernel, averaged over draws of the frequencies and over signals. Measured: Adam on the mean
// square, one network per point of the curve with one output per signal. Reduced from 1024 points,
// width 256 and 1000 steps; the defaults take 4 MFLOP a step, 40 networks.
#pragma once
#include "analyses/analysis.hpp"

namespace posenc::bandwidth_sweep_row {

inline constexpr ParamInfo kParams[] = {
    numbers("deviations",
            "Standard deviations of the frequencies, in waves per unit; points · 2^-10 … points · "
            "2^-1 when left out.",
            kOptional, {0.001, 1e6}, 64),
    integer("points", "Training points; test points lie halfway between them.", 64, {4, 512},
            {32, 256}),
    integer("features", "Frequencies drawn: each gives a cosine and a sine.", 16, {1, 256},
            {4, 64}),
    number("power", "α of the signals' spectrum (1 + f)^-α.", 1, {0, 16}, {0, 3}),
    integer("signals",
            "Random signals that are learned: the more, the less the answer owes to chance.", 8,
            {1, 256}, {1, 32}),
    integer("draws", "Draws of the frequencies for the prediction.", 8, {1, 256}, {1, 32}),
    number("ridge",
           "Ridge of the prediction, over the kernel's mean diagonal element: the larger, the "
           "shorter the training it stands for.",
           0.03, {1e-12, 1e6}, {1e-9, 1, true}),
    integer("width", "Width of the three hidden layers.", 64, {1, 512}, {16, 256}),
    integer("steps",
            "Steps of Adam of each network; 0 = prediction only. 6 s for the 300 of 40 networks.",
            300, {0, 20000}, {0, 2000}),
    number("learningRate", "Learning rate of Adam: how far a step moves the weights.", 0.002,
           above(0, 1), {1e-5, 0.1, true}),
    integer("seed", "Seed of signals, frequencies and weights.", 0, {0, kMostInteger}, {0, 100}),
};
inline constexpr OutputInfo kOutputs[] = {
    {"deviations", "the standard deviations asked for", OutputKind::vector},
    {"drawnDeviations", "(4, deviations) of the frequencies drawn, root of the mean variance",
     OutputKind::matrix},
    {"predicted",
     "(4, deviations) test error over the signals' variance; families: Gaussian, uniform, "
     "log-uniform, Laplace",
     OutputKind::matrix},
    {"measured", "(4, deviations) the same of the trained networks", OutputKind::matrix, true},
    {"bestPredicted", "(4) the deviation of the smallest predicted error", OutputKind::vector},
    {"bestMeasured", "(4) of the smallest measured one", OutputKind::vector, true},
};

Result<Count> largest(const Params&, const Sizes&, std::span<const Layer>);
void run(const Params&, const Inputs&, std::span<const Layer>, Work&);

inline constexpr AnalysisInfo kBandwidthSweep = {
    .id = "bandwidth-sweep",
    .title = "Test error over the bandwidth of Fourier features",
    .family = "spectral bias",
    .formula =
        R"(b_j \sim \mathcal{N}(0, \sigma^2),\ \mathcal{U},\ \log\mathcal{U},\ \text{Laplace})",
    .citation = "Tancik et al. 2020, arXiv:2006.10739, Figure 4",
    .note =
        "Frequencies of the log-uniform family are s^U with U uniform in [0, 1], and s chosen for "
        "the standard deviation.",
    .params = kParams,
    .outputs = kOutputs,
    .trains = true,
    .largest = largest,
    .run = run,
};

}  // namespace posenc::bandwidth_sweep_row
