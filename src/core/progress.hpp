// Reports the completed share of a long function's work.
#pragma once
#include <cstddef>
#include <functional>
#include <utility>

namespace posenc {

// A function with a Progress parameter calls done() at coarse intervals, with shares that rise from
// 0 to 1. Without a listener nothing happens.
class Progress {
 public:
  Progress() = default;
  explicit Progress(std::function<void(double)> listener) : listener_(std::move(listener)) {}

  void done(double share) const {
    if (listener_) listener_(share);
  }
  // Reports that `items` of `count` equal items are done.
  void done(std::size_t items, std::size_t count) const {
    if (listener_) listener_(static_cast<double>(items) / static_cast<double>(count));
  }
  // The Progress of a part of the work, which covers these shares of the whole.
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
