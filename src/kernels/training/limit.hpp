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
  InfiniteNtk(std::span<const Layer> layers, const Matrix& x, const Matrix& other, bool standard,
              bool trained_bias) {
    Params params;
    params.set("parameterization", standard ? 1 : 0);
    params.set("trainedBias", trained_bias ? 1 : 0);
    inputs_.set("x", x);
    if (&other != &x) inputs_.set("other", other);
    job_ = std::move(network_kernel_detail::start(params, inputs_, layers)).value();
  }
  double advance() { return *job_->advance(); }
  Matrix finish() {
    Outputs outputs = std::move(job_->finish()).value();
    return std::move(outputs.back().values);  // nngp, ntk
  }

 private:
  Inputs inputs_;  // what the job reads; its matrices stay where they are when this is moved
  std::unique_ptr<Job> job_;
};

inline Matrix infinite_ntk(std::span<const Layer> layers, const Matrix& x, const Matrix& other,
                           bool standard, bool trained_bias) {
  InfiniteNtk job(layers, x, other, standard, trained_bias);
  while (job.advance() < 1) continue;
  return job.finish();
}

// the same layers with every dense layer of this width
inline std::vector<Layer> with_width(std::span<const Layer> layers, double width) {
  std::vector<Layer> wide(layers.begin(), layers.end());
  for (Layer& layer : wide)
    if (layer.info->dense()) layer.params.set("width", width);
  return wide;
}

}  // namespace posenc
