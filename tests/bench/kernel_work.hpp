// The kernel workloads of tests/bench/workloads.mjs in the core; inputs as in
// peers/kernel_data.mjs.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "../support/analysis.hpp"
#include "linalg/eigenpairs.hpp"

namespace posenc::test {

// In [-1/2, 1/2): the finalizer of MurmurHash3 (A. Appleby), public domain.
inline double noise(std::size_t i) {
  auto h = static_cast<std::uint32_t>(i);
  h = (h ^ (h >> 16)) * 0x85ebca6bu;
  h = (h ^ (h >> 13)) * 0xc2b2ae35u;
  return static_cast<double>(h ^ (h >> 16)) / 4294967296.0 - 0.5;
}

class KernelWork {
 public:
  static bool is(const std::string& task) {
    return task == "gram" || task == "eigen" || task == "ntk" || task == "spectrum";
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
    }
  }

  // of the buffer that run() is given
  std::size_t bytes() const {
    const std::size_t numbers = task_ == "gram" || task_ == "spectrum" ? n_ * n_ : 2;
    return numbers * sizeof(double);
  }

  // where the result is; nothing on failure
  const double* run(double* out) {
    if (task_ == "gram") return plan_->gram(positions_, out) ? out : nullptr;
    if (task_ == "ntk") {
      Result<Outputs> outputs = analyse(network_, inputs_);
      if (!outputs) return nullptr;
      outputs_ = std::move(outputs).value();
      return output(outputs_, "ntk").data.data();
    }
    if (task_ == "spectrum") {
      if (!plan_->channel_gram(0, 1, count_, 0, n_, out)) return nullptr;
      eigen_ = eigenpairs(out, n_, 0);
    } else {
      eigen_ = plan_ ? toeplitz_eigenpairs(profile_, n_) : eigenpairs(matrix_.data.data(), n_, n_);
    }
    return eigen_.values.data();
  }

 private:
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
  std::size_t n_;
  double count_;
  std::optional<Plan> plan_;
  std::vector<double> positions_, profile_;
  Matrix matrix_;
  Inputs inputs_;
  AnalysisSpec network_;
  Outputs outputs_;  // what run() has made, where it is not in the buffer
  Spectrum eigen_;
};

}  // namespace posenc::test
