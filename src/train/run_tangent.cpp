// The tangent kernel of a run at a step: its points, and the initial kernel.
#include <algorithm>

#include "core/random.hpp"
#include "kernels/gram.hpp"
#include "nn/transformer/losses.hpp"
#include "train/run.hpp"

namespace posenc {
namespace {

constexpr std::uint32_t kTangentStream = 0x61000000u;

}  // namespace

// One counted query for each of the first samples of split 1 that have any, drawn in the same way
// for all runs; and the kernel of their targets.
struct Run::TangentSamples {
  std::vector<std::size_t> samples, queries;
  Matrix targets;
};

Run::TangentSamples Run::tangent_samples() {
  TangentSamples out;
  const std::size_t queries = model_->queries(), width = task_->shape.outputs;
  std::vector<double> targets;
  for (std::size_t s = 0; s < evaluated_samples(1) && out.samples.size() < plan_.tangent_samples;
       ++s) {
    draw(1, s, 1, kNoDraw);
    std::vector<std::size_t> counted;
    for (std::size_t q = 0; q < queries; ++q)
      if (task_->regression
              ? std::ranges::any_of(mask_.begin() + q * width, mask_.begin() + (q + 1) * width,
                                    [](float m) { return m != 0; })
              : classes_[q] != kNotCounted)
        counted.push_back(q);
    if (counted.empty()) continue;
    const std::size_t q =
        counted[Random(0, kTangentStream).below(out.samples.size(), counted.size())];
    out.samples.push_back(s), out.queries.push_back(q);
    for (std::size_t c = 0; c < width; ++c)
      targets.push_back(task_->regression
                            ? static_cast<double>(numbers_[q * width + c])
                            : static_cast<double>(classes_[q] == static_cast<std::int32_t>(c)));
  }
  const Matrix all{out.samples.size(), width, std::move(targets)};
  out.targets = gram_of(all);
  return out;
}

std::optional<Tangent> Run::tangent() {
  const TangentSamples at = tangent_samples();
  if (at.samples.empty()) return std::nullopt;
  TangentPoints<float> points;
  points.queries = at.queries;
  points.features = [&](std::size_t i) {
    draw(1, at.samples[i], 1, kNoDraw);
    return static_cast<const float*>(features_.data());
  };
  points.dropped = [&](std::size_t i) { return pass_of(1, at.samples[i]); };
  const Matrix kernel = tangent_kernel(*model_, task_->shape.outputs, points);
  if (step_ == 0) tangent_start_ = kernel;
  if (tangent_start_.data.empty()) {
    // after continuing from a checkpoint: recomputes step 0 from the seed
    auto begun = Transformer<float>::make(whole_model(), task_->shape, task_->token_positions, 1,
                                          plan_.seed);
    tangent_start_ = tangent_kernel(*begun, task_->shape.outputs, points);
  }
  return tangent_measures(kernel, tangent_start_, at.targets);
}

}  // namespace posenc
