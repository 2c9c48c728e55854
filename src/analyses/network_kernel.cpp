#include "analyses/network_kernel.hpp"

namespace posenc::network_kernel_row {

Result<Count> largest(const Params&, const Sizes& sizes, std::span<const Layer>) {
  return pairs_of_inputs(sizes);
}

void run(const Params& params, const Inputs& inputs, std::span<const Layer> layers, Work& work) {
  Result<NetworkInput> input = network_input(params, inputs);
  if (!input) {
    work.error = input.error();
    return;
  }
  const Parameterization how = parameterization(params);
  if (how.standard && !input->dim) {
    work.error = Error{ErrorCode::missing_param, "inputDim",
                       "is needed with a covariance in the standard parameterisation"};
    return;
  }
  if ((work.error = input->read())) return;
  Result<NetworkKernels> made =
      network_kernels(std::move(input).value(), layers, how, work.progress);
  if (!made) {
    work.error = made.error();
    return;
  }
  work.outputs =
      outputs(Output{"nngp", std::move(made->nngp)}, Output{"ntk", std::move(made->ntk)});
  if (made->left_out) work.outputs.push_back(scalar("leftOut", *made->left_out));
}

}  // namespace posenc::network_kernel_row
