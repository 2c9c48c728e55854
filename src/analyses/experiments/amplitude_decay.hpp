// Which decay p of Fourier feature amplitudes a_j = j^-p suits which signals: Figure 5 of Tancik et
// al. 2020. A signal whose spectrum falls as (1 + f)^-α is learned best by features that fall with
// it: too slow a decay fits noise between the points, too fast a one never learns the high
// frequencies.
//
// Closed form: gradient flow on ½Σ(f - y)² from f = 0 for η·t = `time`, with the kernel of infinite
// width of a ReLU network of three hidden layers (standard parameterisation, σ_w = 1). The mean
// over `draws` signals without frequencies of points/2 and above, which the training points could
// not show; test points lie halfway between them. The optional training
// of networks (`steps` > 0) does the same from their own f_0 with the first signal of each power.
#pragma once
#include "analyses/analysis.hpp"

namespace posenc {
namespace amplitude_decay_detail {

inline constexpr ParamInfo kParams[] = {
    {.name = "decays",
     .doc = "p of the features; 0, 0.125, … 2 and 64 (as good as ∞) when left out.",
     .kind = ParamKind::numbers,
     .min = 0,
     .max = 64,
     .most = 128},
    {.name = "powers",
     .doc = "α of the signals; 0.5, 1, 1.5 and 2 when left out.",
     .kind = ParamKind::numbers,
     .min = 0,
     .max = 16,
     .most = 16},
    {.name = "points",
     .doc = "Training points; as many features' frequencies as half of them.",
     .kind = ParamKind::integer,
     .initial = 128,
     .min = 4,
     .max = 512,
     .slider = {16, 256}},
    {.name = "draws",
     .doc = "Signals of each power.",
     .kind = ParamKind::integer,
     .initial = 64,
     .min = 1,
     .max = 1024,
     .slider = {1, 256}},
    {.name = "width",
     .doc = "Of the hidden layers: it sets how fast the standard parameterisation learns.",
     .kind = ParamKind::integer,
     .initial = 1024,
     .min = 1,
     .max = 1024,
     .slider = {64, 1024}},
    {.name = "time",
     .doc = "η·t of the training.",
     .initial = 5,
     .min = 0,
     .max = 1e9,
     .min_exclusive = true,
     .slider = {0.01, 1000, true}},
    {.name = "steps",
     .doc = "Steps of gradient descent of a real network for each p and α; 0 = prediction only.",
     .kind = ParamKind::integer,
     .initial = 0,
     .min = 0,
     .max = 50000,
     .slider = {0, 2000}},
    {.name = "seed",
     .doc = "Of the signals and the weights.",
     .kind = ParamKind::integer,
     .initial = 0,
     .min = 0,
     .max = kMostInteger,
     .slider = {0, 100}},
};
inline constexpr OutputInfo kOutputs[] = {
    {"decays", "p", OutputKind::vector},
    {"powers", "α", OutputKind::vector},
    {"predicted", "(powers, decays) test error over the signal's variance, mean of the signals",
     OutputKind::matrix},
    {"bestDecays", "(powers) p of the smallest predicted error", OutputKind::vector},
    {"predictedOfFirst", "(powers, decays) the same of the first signal, from the network's f_0",
     OutputKind::matrix, true},
    {"measured", "(powers, decays) the trained networks, on the first signal", OutputKind::matrix,
     true},
};

Result<Count> holds(const Params&, const Sizes&, std::span<const Layer>);
Steps steps(const Params&, const Inputs&, std::span<const Layer>, Work&);

}  // namespace amplitude_decay_detail

inline constexpr AnalysisInfo kAmplitudeDecay = {
    .id = "amplitude-decay",
    .title = "Decay of feature amplitudes and of the signal's spectrum",
    .family = "spectral bias",
    .formula = R"(a_j = j^{-p},\quad |\hat y_f| \propto (1+f)^{-\alpha})",
    .citation = "Tancik et al. 2020, arXiv:2006.10739, Figure 5",
    .note = "Signals are random; errors are over their variance, not in decibels.",
    .params = amplitude_decay_detail::kParams,
    .outputs = amplitude_decay_detail::kOutputs,
    .holds = amplitude_decay_detail::holds,
    .steps = amplitude_decay_detail::steps,
};

}  // namespace posenc
