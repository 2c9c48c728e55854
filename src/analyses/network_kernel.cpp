#include "analyses/network_kernel.hpp"

#include <algorithm>

namespace posenc::network_kernel_row {

Result<Count> holds(const Params&, const Sizes& sizes, std::span<const Layer> layers) {
  const Result<Count> pairs = pairs_of_inputs(sizes);
  if (!pairs) return pairs.error();
  Count rows = 0, cols = 0;
  if (sizes.has("profile")) {  // folded
    cols = std::min(sizes["profile"].numbers(), Count(4096));
    rows = sizes["profile"].numbers() / 4096 + 1;
  } else if (const char* name = sizes.has("x") ? "x" : "covariance"; sizes.has(name)) {
    rows = sizes[name].rows;
    cols = sizes.has("other") ? sizes["other"].rows : rows;
  }
  return network_kernel_holds(*pairs, rows, cols, layers);
}

Steps steps(const Params& params, const Inputs& inputs, std::span<const Layer> layers, Work& work) {
  Result<NetworkInput> input = network_input(params, inputs);
  if (!input) {
    work.error = input.error();
    co_return;
  }
  const Parameterization how = parameterization(params);
  if (how.standard && !input->dim) {
    work.error = Error{ErrorCode::missing_param, "inputDim",
                       "is needed with a covariance in the standard parameterisation"};
    co_return;
  }
  Sizes sizes;
  Count held = 0;
  for (const auto& [name, matrix] : inputs.all()) {
    sizes.set(name, {matrix.rows, matrix.cols});
    held += matrix.data.size();
  }
  held += *holds(params, sizes, layers);
  co_yield input->read(work.error);
  if (work.error) co_return;
  NetworkKernels made;
  Steps kernels = network_kernels(std::move(input).value(), layers, how, coefficients_beside(held),
                                  made, work.total, work.error);
  co_yield std::move(kernels);
  if (work.error) co_return;
  work.outputs = outputs(Output{"nngp", std::move(made.nngp)}, Output{"ntk", std::move(made.ntk)});
  if (made.left_out) work.outputs.push_back(scalar("leftOut", *made.left_out));
}

}  // namespace posenc::network_kernel_row
