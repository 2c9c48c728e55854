// The kernel workloads of tests/bench/workloads.mjs in the core, with inputs as in
// peers/kernel_data.mjs.
#pragma once
#include <algorithm>
#include <cmath>
#include <optional>

#include "../support/analysis.hpp"
#include "linalg/eigenpairs.hpp"
#include "linalg/products.hpp"
#include "linalg/small_product.hpp"
#include "noise.hpp"

namespace posenc::test {

class KernelWork {
 public:
  static bool is(const std::string& task) {
    return task == "gram" || task == "eigen" || task == "ntk" || task == "spectrum" ||
           task == "singular" || task == "product";
  }

  explicit KernelWork(const json& workload)
      : task_(workload.at("task")), n_(workload.at("rows")), count_(workload.value("count", 0.0)) {
    if (workload.contains("spec")) plan_.emplace(plan_of(workload.at("spec")));
    if (task_ == "gram") {
      const bool scattered = workload.at("positions") == "scattered";
      for (std::size_t i = 0; i < n_; ++i)
        positions_.push_back(scattered ? (noise(i) + 0.5) * 65536 : static_cast<double>(i));
    } else if (task_ == "eigen" && plan_) {
      for (std::size_t i = 0; i < n_; ++i) positions_.push_back(static_cast<double>(i));
      profile_.resize(n_);
      CHECK(plan_->kernel_profile(positions_, profile_.data()));
    } else if (task_ == "eigen") {
      matrix_ = Matrix::zeros(n_, n_);
      for (std::size_t i = 0; i < n_; ++i)
        for (std::size_t j = 0; j < n_; ++j)
          matrix_(i, j) = noise(std::min(i, j) * n_ + std::max(i, j)) +
                          (i == j ? std::sqrt(static_cast<double>(n_)) : 0);
    } else if (task_ == "ntk") {
      make_network(workload);
    } else if (task_ == "singular") {
      dim_ = workload.at("dim"), kept_ = workload.at("vectors") ? std::min(n_, dim_) : 0;
      matrix_ = Matrix::zeros(n_, dim_);
      for (std::size_t i = 0; i < n_ * dim_; ++i) matrix_.data[i] = noise(i);
    } else if (task_ == "product") {
      inner_ = workload.at("inner"), dim_ = workload.at("dim");
      float32_ = workload.at("float32");
      for (std::size_t i = 0; i < n_ * inner_; ++i) a_.push_back(noise(i));
      for (std::size_t i = 0; i < inner_ * dim_; ++i) b_.push_back(noise(n_ * inner_ + i));
      a32_.assign(a_.begin(), a_.end()), b32_.assign(b_.begin(), b_.end());
    }
  }

  // size of the buffer for run()
  std::size_t bytes() const {
    const std::size_t numbers = task_ == "gram" || task_ == "spectrum" ? n_ * n_
                                : task_ == "product"                   ? n_ * dim_
                                                                       : 2;
    return numbers * sizeof(double);
  }
  // returns whether the result of run() is float32
  bool in_float32() const { return float32_; }

  // returns the address of the result, or null on failure
  const void* run(double* out) {
    if (task_ == "product") return product(out);
    if (task_ == "gram") return plan_->gram(positions_, out) ? out : nullptr;
    if (task_ == "ntk") {
      Result<Outputs> outputs = analyse(network_, inputs_);
      if (!outputs) return nullptr;
      outputs_ = std::move(outputs).value();
      return output(outputs_, "ntk").data.data();
    }
    if (task_ == "spectrum") {
      if (!plan_->channel_gram(0, 1, count_, 0, n_, out)) return nullptr;
      eigen_ = eigenpairs({out, n_, n_}, 0);
    } else if (task_ == "singular") {
      eigen_ = singular_pairs(matrix_, kept_);
    } else {
      eigen_ = plan_ ? toeplitz_eigenpairs(profile_, n_) : eigenpairs(matrix_, n_);
    }
    return eigen_.values.data();
  }

 private:
  // float64 as in analyses, packed; float32 as in a transformer's layers
  const void* product(double* out) {
    if (!float32_) {
      multiply(1, in_rows(a_, inner_), in_rows(b_, dim_), out);
      return out;
    }
    auto* floats = reinterpret_cast<float*>(out);
    std::fill_n(floats, n_ * dim_, 0.0f);
    add_small_product<float>({a32_.data(), n_, inner_, inner_, 1}, {b32_.data(), dim_}, dim_,
                             {floats, dim_});
    return floats;
  }

  void make_network(const json& workload) {
    Matrix x = Matrix::zeros(n_, workload.at("dim"));
    for (std::size_t i = 0; i < x.data.size(); ++i) x.data[i] = noise(i);
    inputs_.set("x", std::move(x));
    const json dense = {{"layer", "dense"},
                        {"weightStd", workload.at("weightStd")},
                        {"biasStd", workload.at("biasStd")}};
    json stack = json::array();
    for (int l = 0; l < workload.at("depth"); ++l) {
      stack.push_back(dense);
      stack.push_back({{"layer", "relu"}});
    }
    stack.push_back(dense);
    network_ = analysis_of({{"analysis", "network-kernel"}, {"layers", stack}});
  }

  std::string task_;
  std::size_t n_, inner_ = 0, dim_ = 0, kept_ = 0;
  double count_;
  bool float32_ = false;
  std::vector<double> a_, b_;
  std::vector<float> a32_, b32_;
  std::optional<Plan> plan_;
  std::vector<double> positions_, profile_;
  Matrix matrix_;
  Inputs inputs_;
  AnalysisSpec network_;
  Outputs outputs_;  // result of run(), if not in the buffer
  Spectrum eigen_;
};

}  // namespace posenc::test
