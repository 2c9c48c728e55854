// A dense layer: z = (σ_w/√n) W a + σ_b b in the NTK parameterisation, entries of W and b N(0, 1).
#pragma once
#include "nn/layer.hpp"

namespace posenc::dense_row {

inline constexpr ParamInfo kParams[] = {
    number("weightStd",
           "σ_w: standard deviation of a weight times the square root of the input width.", 1,
           {0, 1e6}, {0, 3}),
    number("biasStd", "σ_b: standard deviation of a bias.", 0, {0, 1e6}, {0, 3}),
    integer("width",
            "Number of outputs: the input width of the next dense layer, which the standard "
            "parameterisation needs.",
            1024, {1, 1e9}, {1, 4096, true}),
};

inline constexpr LayerInfo kDense = {
    .id = "dense",
    .title = "Dense",
    .formula = R"(K \leftarrow \sigma_w^2 K + \sigma_b^2)",
    .citation = "Jacot et al. 2018, arXiv:1806.07572; Lee et al. 2019, arXiv:1902.06720",
    .params = kParams,
};

}  // namespace posenc::dense_row
