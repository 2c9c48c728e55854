// The state of bindings.cpp: live plans by handle, and the two scratch buffers for transferring
// large arrays. Results larger than the scratch are made block by block (web/lib/wasm).
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>

#include "core/sizes.hpp"
#include "core/storage.hpp"
#include "posenc.hpp"

namespace posenc {

class Session {
 public:
  // Large enough to make the cost of a call negligible; blocks of 512 KiB were slower.
  static constexpr std::size_t kScratchBytes = std::size_t{8} << 20;

  int add(Plan plan) {
    plans_.emplace(++last_, std::move(plan));
    return last_;
  }
  void remove(int handle) { plans_.erase(handle); }
  std::size_t live() const { return plans_.size(); }
  Plan* find(int handle) {
    const auto it = plans_.find(handle);
    return it == plans_.end() ? nullptr : &it->second;
  }

  std::size_t input_bytes() const { return input_.bytes(); }
  // Room for n doubles; the address changes only when it grows.
  double* input(std::size_t n) { return input<double>(n, 0).first; }
  std::span<const double> positions(std::size_t n) { return {input(n), n}; }
  // (n) positions, followed by (m) values of type T
  template <class T>
  std::pair<double*, T*> input(std::size_t n, std::size_t m) {
    const std::size_t after = n * sizeof(double);
    input_.reserve(after + m * sizeof(T));
    return {input_.at<double>(0, n), input_.at<T>(after, m)};
  }

  // Room for n elements of type T (f32 or f64), or null if that exceeds the scratch.
  template <class T>
  T* output(Count count) {
    if (count > kScratchBytes / sizeof(T)) return nullptr;
    const auto n = static_cast<std::size_t>(count.value());
    output_.reserve(n * sizeof(T));
    return output_.at<T>(0, n);
  }

 private:
  std::map<int, Plan> plans_;
  int last_ = 0;
  Storage input_, output_;
};

}  // namespace posenc
