// The infinite-width kernel of a network, for analyses that compare finite networks with it.
#pragma once
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "kernels/network_kernel.hpp"

namespace posenc {

// Θ(x, other), (n, m), as the analysis network-kernel gives it, step by step; x and other have
// equally many columns, at least one.
class InfiniteNtk {
 public:
  static Result<InfiniteNtk> of(std::span<const Layer> layers, const Matrix& x, const Matrix& other,
                                bool standard, bool trained_bias) {
    InfiniteNtk ntk;
    Params params;
    params.set("parameterization", standard ? 1 : 0);
    params.set("trainedBias", trained_bias ? 1 : 0);
    ntk.inputs_.set("x", x);
    if (&other != &x) ntk.inputs_.set("other", other);
    Result<std::unique_ptr<Job>> job = network_kernel_detail::start(params, ntk.inputs_, layers);
    if (!job) return job.error();
    ntk.job_ = std::move(job).value();
    return ntk;
  }
  Result<double> advance() { return job_->advance(); }
  Matrix finish() {
    Outputs outputs = std::move(job_->finish()).value();
    return std::move(outputs[1].values);  // nngp, ntk, …
  }

 private:
  InfiniteNtk() = default;
  Inputs inputs_;  // what the job reads; its matrices stay where they are when this is moved
  std::unique_ptr<Job> job_;
};

// the same layers with every dense layer of this width
inline std::vector<Layer> with_width(std::span<const Layer> layers, double width) {
  std::vector<Layer> wide(layers.begin(), layers.end());
  for (Layer& layer : wide)
    if (layer.info->dense()) layer.params.set("width", width);
  return wide;
}

}  // namespace posenc
