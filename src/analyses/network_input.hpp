// The inputs of the analyses of infinite networks: their names, and their conversion to a
// NetworkInput.
#pragma once
#include "analyses/analysis.hpp"
#include "core/params.hpp"
#include "kernels/network_input.hpp"
#include "posenc/result.hpp"

namespace posenc {

inline constexpr ParamInfo kInputDim =
    only_where(integer("inputDim",
                       "d: numbers in an input. x has it; a profile is divided by it, and a "
                       "covariance needs it in the standard parameterisation.",
                       kOptional, {1, 1e9}),
               "x | profile | parameterization=standard");
inline constexpr InputInfo kNetworkInputs[] = {
    {.name = "x", .doc = "(n, d) inputs, or a table of positions", .required = false},
    {.name = "other", .doc = "(m, d) second inputs; x itself where left out", .required = false},
    {.name = "profile",
     .doc = "(m,) instead of x: inner products of a stationary encoding, that at offset 0 first",
     .required = false,
     .form = "kernelProfile"},
    {.name = "covariance",
     .doc = "(n, n) instead of x: covariance of the inputs",
     .required = false,
     .square = true,
     .form = "gram"},
    {.name = "tangent",
     .doc = "(n, n) with covariance: tangent kernel of the layers before; 0 where left out",
     .required = false,
     .square = true},
};

// The number of pairs of inputs of these sizes; an error if above 2^26.
Result<Count> pairs_of_inputs(const Sizes&);
// Also returns an error unless exactly one of x, profile and covariance is given.
Result<NetworkInput> network_input(const Params&, const Inputs&);

}  // namespace posenc
