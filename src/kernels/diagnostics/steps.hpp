// A job that is a sequence of parts, each of a number of steps.
#pragma once
#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "kernels/analysis.hpp"

namespace posenc {

class StepsJob : public Job {
 public:
  Result<double> advance() final {
    if (part_ < parts_.size()) {
      if (auto error = parts_[part_].step(step_)) return *error;
      ++done_;
      if (++step_ == parts_[part_].steps) ++part_, step_ = 0;
    }
    return done_ == total_ ? 1.0 : static_cast<double>(done_) / static_cast<double>(total_);
  }

 protected:
  // step(0), step(1) … step(steps - 1) are called in turn, after the parts before; steps > 0
  void add(std::size_t steps, std::function<std::optional<Error>(std::size_t)> step) {
    parts_.push_back({steps, std::move(step)});
    total_ += steps;
  }

 private:
  struct Part {
    std::size_t steps;
    std::function<std::optional<Error>(std::size_t)> step;
  };
  std::vector<Part> parts_;
  std::size_t part_ = 0, step_ = 0, done_ = 0, total_ = 0;
};

}  // namespace posenc
