// How a long function reports what share of its work is done.
#pragma once
#include <cstddef>
#include <functional>
#include <utility>

namespace posenc {

// A function that takes one calls done() at coarse places, with shares that rise from 0 to 1. By
// default nobody listens.
class Progress {
 public:
  Progress() = default;
  explicit Progress(std::function<void(double)> listener) : listener_(std::move(listener)) {}

  void done(double share) const {
    if (listener_) listener_(share);
  }
  // The share of `count` equal items, of which this many are done.
  void done(std::size_t items, std::size_t count) const {
    if (listener_) listener_(static_cast<double>(items) / static_cast<double>(count));
  }
  // For a part of the work that begins and ends at these shares of the whole.
  Progress part(double first, double last) const {
    if (!listener_) return {};
    return Progress([listener = listener_, first, last](double share) {
      listener(first + share * (last - first));
    });
  }

 private:
  std::function<void(double)> listener_;
};

}  // namespace posenc
