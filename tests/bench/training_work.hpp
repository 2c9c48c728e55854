// The training workloads of tests/bench/workloads.mjs in the core: one update of a transformer,
// with batch and initial weights as in peers/training.mjs and peers/training.py.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "kernel_work.hpp"
#include "nn/transformer/losses.hpp"
#include "nn/transformer/optimizer.hpp"
#include "nn/transformer/vectors.hpp"
#include "train/transformer.hpp"

namespace posenc::test {

class TrainingWork {
 public:
  static bool is(const std::string& task) { return task == "train"; }

  explicit TrainingWork(const json& w)
      : tokens_(w.at("rows")),
        samples_(w.at("samples")),
        shape_{w.at("inputs"), w.at("outputs"), w.at("lastOnly")},
        model_(model(w)),
        optimizer_({.learning_rate = 1e-3}, model_.parameters().size()),
        classes_(samples_ * model_.queries()),
        upstream_(classes_.size() / kParts * shape_.outputs),
        gradient_(model_.parameters().size()),
        part_(gradient_.size()) {
    for (std::size_t i = 0; i < samples_ * tokens_ * shape_.inputs; ++i)
      features_.push_back(static_cast<float>(noise(i)));
    for (std::size_t i = 0; i < classes_.size(); ++i)
      classes_[i] = static_cast<std::int32_t>(i * 7 % shape_.outputs);
    std::size_t k = 0;
    for (const ParameterTensor& tensor : model_.tensors()) {
      const bool norm = tensor.name.find("norm") != std::string::npos;
      const bool bias = tensor.name.ends_with("bias");
      for (std::size_t i = 0; i < tensor.rows * tensor.cols; ++i)
        model_.parameters()[tensor.first + i] =
            bias   ? 0.0f
            : norm ? 1.0f
                   : 0.25f * static_cast<float>(noise(100'000 * (k + 1) + i));
      ++k;
    }
    model_.refresh();
  }

  // Runs one update; returns the mean loss before it.
  const double* run() {
    const std::size_t part = samples_ / kParts, rows = part * model_.queries();
    loss_ = 0;
    std::ranges::fill(gradient_, 0.0f);
    for (std::size_t k = 0; k < kParts; ++k) {
      const float* const x = features_.data() + k * part * tokens_ * shape_.inputs;
      const float* const y = model_.forward(x, part);
      const auto scale = 1 / static_cast<float>(rows * kParts);
      loss_ += cross_entropy(y, classes_.data() + k * rows, rows, shape_.outputs, scale,
                             upstream_.data())
                   .sum /
               static_cast<double>(rows * kParts);
      std::ranges::fill(part_, 0.0f);
      model_.backward(x, part, upstream_.data(), part_.data());
      vectors::add(part_.data(), gradient_.size(), gradient_.data());
    }
    optimizer_.update(model_.parameters(), gradient_);
    model_.refresh();
    return &loss_;
  }

 private:
  static constexpr std::size_t kParts = 4;  // as in a run
  static Transformer<float> model(const json& w) {
    TransformerPlan plan{.dim = w.at("dim"),
                         .blocks = w.at("blocks"),
                         .heads = w.at("heads"),
                         .hidden = w.at("hidden"),
                         .mlp_output_activation = w.at("mlpOutputActivation"),
                         .positions = {{{"learned", {}}, true}}};
    auto made =
        Transformer<float>::make(plan, {w.at("inputs"), w.at("outputs"), w.at("lastOnly")},
                                 {w.at("rows")}, w.at("samples").get<std::size_t>() / kParts, 0);
    REQUIRE(made);
    return std::move(*made);
  }

  std::size_t tokens_, samples_;
  TokenShape shape_;
  Transformer<float> model_;
  Optimizer<float> optimizer_;
  std::vector<float> features_;
  std::vector<std::int32_t> classes_;
  std::vector<float> upstream_, gradient_, part_;
  double loss_ = 0;
};

}  // namespace posenc::test
