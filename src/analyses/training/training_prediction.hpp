// Prediction of training from a kernel: gradient flow, gradient descent and ridge regression.
//
// Units often differ by a factor between programs. The loss is ½Σ(f - y)² ("sum"), or that divided
// by the number of targets n·c ("mean", as always in neural-tangents), which slows everything by
// n·c. Time is counted in steps: gradient flow at time t is the limit of t steps with a small
// learning rate η, so only η·t matters.
#pragma once
#include "analyses/analysis.hpp"

namespace posenc {

using LossKind = Choice<"sum", "mean">;
inline constexpr ParamInfo kLossParam =
    one_of<LossKind>("loss", "sum is ½Σ(f - y)²; mean divides it by the number of targets.");

namespace training_prediction_detail {

inline constexpr ParamInfo kParams[] = {
    number("learningRate", "η, a step's factor of the gradient.", 0.01, above(0, 1e12),
           {1e-6, 10, true}),
    numbers("times", "Times of gradient flow, in steps: e^{-ηλt}.", kOptional, {0, 1e15}, 1024),
    numbers("steps", "Whole numbers of gradient descent steps: (1 - ηλ)^k.", kOptional, {0, 1e15},
            1024),
    kLossParam,
    number("ridge",
           "τ of the posterior mean f_0* + K_*(K + τI)⁻¹(y - f_0), which is not computed where "
           "this is left out.",
           kOptional, {0, 1e12}, {1e-9, 10, true}),
};
inline constexpr InputInfo kInputs[] = {
    {.name = "kernel",
     .doc = "(n, n) symmetric positive semi-definite K",
     .square = true,
     .form = "gram"},
    {.name = "y", .doc = "(n, c) targets"},
    {.name = "f0", .doc = "(n, c) outputs at the beginning; 0 where left out", .required = false},
    {.name = "testKernel",
     .doc = "(m, n) K_*, kernel of test points with the training points",
     .required = false},
    {.name = "f0Test", .doc = "(m, c) their outputs at the beginning", .required = false},
};
inline constexpr OutputInfo kOutputs[] = {
    {"eigenvalues", "(n) λ, descending; 0 where below float64's resolution", OutputKind::vector},
    {"modeResiduals", "(n, c) v·(y - f_0) of every mode", OutputKind::matrix},
    {"halfTimes", "ln 2/(ηλ) of the modes with λ > 0, in steps", OutputKind::vector},
    {"learningRateLimit", "2/λ_max (times n·c for the mean loss): gradient descent diverges above",
     OutputKind::scalar, true},
    {"flowFactors", "(times, n) what gradient flow leaves of every mode's residual",
     OutputKind::matrix, true},
    {"flowLoss", "loss at every time", OutputKind::vector, true},
    {"flowTrain", "(times, n·c) outputs at the training points", OutputKind::matrix, true},
    {"flowTest", "(times, m·c) at the test points", OutputKind::matrix, true},
    {"stepFactors", "(steps, n) the same after gradient descent", OutputKind::matrix, true},
    {"stepLoss", "loss after every number of steps", OutputKind::vector, true},
    {"stepTrain", "(steps, n·c) outputs at the training points", OutputKind::matrix, true},
    {"stepTest", "(steps, m·c) at the test points", OutputKind::matrix, true},
    {"posteriorTrain", "(n, c) ridge regression, f_0 + K(K + τI)⁻¹(y - f_0)", OutputKind::matrix,
     true},
    {"posteriorTest", "(m, c) the same at the test points", OutputKind::matrix, true},
    {"condition", "condition number of K + τI in the 1-norm, estimated", OutputKind::scalar, true},
};

Result<Count> largest(const Params&, const Sizes&, std::span<const Layer>);
void run(const Params&, const Inputs&, std::span<const Layer>, Work&);

}  // namespace training_prediction_detail

inline constexpr AnalysisInfo kTrainingPrediction = {
    .id = "training-prediction",
    .title = "Prediction of training",
    .family = "training",
    .formula =
        R"(f_t = y + e^{-\eta K t}(f_0 - y),\quad f^*_t = f^*_0 + K_* K^{-1}(1 - e^{-\eta K t})(y - f_0))",
    .citation = "Jacot et al. 2018, arXiv:1806.07572; Lee et al. 2019, arXiv:1902.06720",
    .params = training_prediction_detail::kParams,
    .inputs = training_prediction_detail::kInputs,
    .outputs = training_prediction_detail::kOutputs,
    .largest = training_prediction_detail::largest,
    .run = training_prediction_detail::run,
};

}  // namespace posenc
