// Test error over the spread of Fourier feature frequencies, for four families of distributions:
// Figure 4 of Tancik et al. 2020. Too narrow frequencies cannot follow the signal, too wide ones
// fit noise between the points; the minimum lies at about the same standard deviation for every
// family.
//
// Signals with a spectrum falling as (1 + f)^-α on a line; ReLU networks of three hidden layers,
// standard parameterisation, σ_w = 1. Predicted: kernel ridge regression with the kernel of
// infinite width, a mean over draws of the frequencies and over signals. Measured: Adam on the mean
// of squares, one network per point of the curve with an output for each signal. Reduced from 1024
// points, width 256 and 1000 steps; with the defaults 4 MFLOP a step, 40 networks.
#pragma once
#include "analyses/analysis.hpp"

namespace posenc {
namespace bandwidth_sweep_detail {

inline constexpr ParamInfo kParams[] = {
    {.name = "deviations",
     .doc = "Standard deviations of the frequencies, in waves per unit; points · 2^-10 … "
            "points · 2^-1 when left out.",
     .kind = ParamKind::numbers,
     .min = 0.001,
     .max = 1e6,
     .most = 64},
    {.name = "points",
     .doc = "Training points; test points lie halfway between them.",
     .kind = ParamKind::integer,
     .initial = 64,
     .min = 4,
     .max = 512,
     .slider = {32, 256}},
    {.name = "features",
     .doc = "Frequencies drawn: each gives a cosine and a sine.",
     .kind = ParamKind::integer,
     .initial = 16,
     .min = 1,
     .max = 256,
     .slider = {4, 64}},
    {.name = "power",
     .doc = "α of the signals' spectrum (1 + f)^-α.",
     .initial = 1,
     .min = 0,
     .max = 16,
     .slider = {0, 3}},
    {.name = "signals",
     .doc = "Number of random signals.",
     .kind = ParamKind::integer,
     .initial = 8,
     .min = 1,
     .max = 256,
     .slider = {1, 32}},
    {.name = "draws",
     .doc = "Draws of the frequencies for the prediction.",
     .kind = ParamKind::integer,
     .initial = 8,
     .min = 1,
     .max = 256,
     .slider = {1, 32}},
    {.name = "ridge",
     .doc = "Of the prediction, over the kernel's mean diagonal element: the larger, the shorter "
            "the training it stands for.",
     .initial = 0.03,
     .min = 1e-12,
     .max = 1e6,
     .slider = {1e-9, 1, true}},
    {.name = "width",
     .doc = "Width of the three hidden layers.",
     .kind = ParamKind::integer,
     .initial = 64,
     .min = 1,
     .max = 512,
     .slider = {16, 256}},
    {.name = "steps",
     .doc = "Steps of Adam of each network; 0 = prediction only. 6 s for the 300 of 40 networks.",
     .kind = ParamKind::integer,
     .initial = 300,
     .min = 0,
     .max = 20000,
     .slider = {0, 2000}},
    {.name = "learningRate",
     .doc = "Of Adam.",
     .initial = 0.002,
     .min = 0,
     .max = 1,
     .min_exclusive = true,
     .slider = {1e-5, 0.1, true}},
    {.name = "seed",
     .doc = "Of signals, frequencies and weights.",
     .kind = ParamKind::integer,
     .initial = 0,
     .min = 0,
     .max = kMostInteger,
     .slider = {0, 100}},
};
inline constexpr OutputInfo kOutputs[] = {
    {"deviations", "the standard deviations asked for", OutputKind::vector},
    {"drawnDeviations", "(4, deviations) of the frequencies drawn, root of the mean variance",
     OutputKind::matrix},
    {"predicted",
     "(4, deviations) test error over the signals' variance; families: Gaussian, "
     "uniform, log-uniform, Laplace",
     OutputKind::matrix},
    {"measured", "(4, deviations) the same of the trained networks", OutputKind::matrix, true},
    {"bestPredicted", "(4) the deviation of the smallest predicted error", OutputKind::vector},
    {"bestMeasured", "(4) of the smallest measured one", OutputKind::vector, true},
};

Result<Count> holds(const Params&, const Sizes&, std::span<const Layer>);
Steps steps(const Params&, const Inputs&, std::span<const Layer>, Work&);

}  // namespace bandwidth_sweep_detail

inline constexpr AnalysisInfo kBandwidthSweep = {
    .id = "bandwidth-sweep",
    .title = "Test error over the bandwidth of Fourier features",
    .family = "spectral bias",
    .formula =
        R"(b_j \sim \mathcal{N}(0, \sigma^2),\ \mathcal{U},\ \log\mathcal{U},\ \text{Laplace})",
    .citation = "Tancik et al. 2020, arXiv:2006.10739, Figure 4",
    .note =
        "Frequencies of the log-uniform family are s^U with U uniform in [0, 1], and s chosen "
        "for the standard deviation.",
    .params = bandwidth_sweep_detail::kParams,
    .outputs = bandwidth_sweep_detail::kOutputs,
    .holds = bandwidth_sweep_detail::holds,
    .steps = bandwidth_sweep_detail::steps,
};

}  // namespace posenc
