// Training of a finite network, full batch, on squared error, for comparison with a prediction from
// the tangent kernel. Step 0 is the initial network, so the first row of the outputs is f_0. The
// trained parameters can be passed to empirical-ntk to see how the kernel has changed.
//
// Every compiler and engine gives the same bits: products are those of linalg/products.hpp.
#pragma once
#include "analyses/analysis.hpp"
#include "analyses/network_params.hpp"
#include "analyses/training/training_prediction.hpp"
#include "train/trainer.hpp"

namespace posenc {

inline constexpr ParamInfo kOptimizerParam =
    one_of("optimizer",
           "sgd is plain gradient descent on the full batch; adam has β = 0.9, 0.999 and ε = 1e-8.",
           kFullBatchOptimizers);

namespace train_network_detail {

inline constexpr ParamInfo kParams[] = {
    integer("steps",
            "Number of steps, each of 6·n·Σ fan-in·fan-out operations: a module does some 3·10^9 a "
            "second, so layers of the default width 1024 are for few steps.",
            1000, {0, 1e6}, {10, 10000, true}),
    number("learningRate", "η, a step's factor of the gradient.", 0.01, above(0, 1e6),
           {1e-6, 10, true}),
    kOptimizerParam,
    kLossParam,
    integer("recordEvery",
            "Outputs are recorded at step 0, every so many steps, and at the last one.", 10,
            {1, 1e6}, {1, 1000, true}),
    kParameterizationParam,
    kTrainedBiasParam,
    integer("seed", "Seed of the initial weights, where parameters are not given.", 0,
            {0, kMostInteger}, {0, 100}),
};
inline constexpr InputInfo kInputs[] = {
    {.name = "x", .doc = "(n, d) inputs, or a table of positions"},
    {.name = "y", .doc = "(n, c) targets: the network has c outputs, whatever the last width says"},
    {.name = "xTest", .doc = "(m, d) test inputs", .required = false},
    {.name = "yTest", .doc = "(m, c) their targets", .required = false},
    {.name = "parameters",
     .doc = "(parameters) to begin with: W (fan-in, fan-out) row by row, then b, of each dense "
            "layer in order; sampled where left out",
     .required = false},
};
inline constexpr OutputInfo kOutputs[] = {
    {"steps", "the recorded steps, from 0", OutputKind::vector},
    {"loss", "training loss at each of them", OutputKind::vector},
    {"testLoss", "the same for the test points; with yTest", OutputKind::vector, true},
    {"trainOutputs", "(records, n·c) f(x); the first row is f_0", OutputKind::matrix},
    {"testOutputs", "(records, m·c) f(xTest)", OutputKind::matrix, true},
    {"parameters", "weights and biases at the end, in the order of the input", OutputKind::vector},
};

Result<Count> largest(const Params&, const Sizes&, std::span<const Layer>);
void run(const Params&, const Inputs&, std::span<const Layer>, Work&);

}  // namespace train_network_detail

inline constexpr AnalysisInfo kTrainNetwork = {
    .id = "train-network",
    .title = "Training of a finite network",
    .family = "training",
    .formula = R"(\theta_{k+1} = \theta_k - \eta\,\nabla_\theta\,\tfrac12\sum(f(x) - y)^2)",
    .citation = "Adam: Kingma & Ba 2015, arXiv:1412.6980",
    .params = train_network_detail::kParams,
    .inputs = train_network_detail::kInputs,
    .outputs = train_network_detail::kOutputs,
    .layered = true,
    .trains = true,
    .largest = train_network_detail::largest,
    .run = train_network_detail::run,
};

}  // namespace posenc
