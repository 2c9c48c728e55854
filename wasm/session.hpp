// The state behind bindings.cpp: live plans by handle, and the two scratch buffers through which
// large arrays cross. Results larger than the scratch are made block by block (web/lib/wasm).
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "posenc.hpp"

namespace posenc {

class Session {
 public:
  // Large enough that a call costs nothing beside its block; blocks of 512 KiB were slower.
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

  // Room for n doubles, at the same place until a larger n is asked for.
  double* input(std::size_t n) {
    if (input_.size() < n) input_.resize(n);
    return input_.data();
  }
  std::span<const double> positions(std::size_t n) { return {input(n), n}; }

  // Room for n elements of type T (f32 or f64), or null when that is more than the scratch holds.
  template <class T>
  T* output(std::size_t n) {
    if (n > kScratchBytes / sizeof(T)) return nullptr;
    const std::size_t doubles = n == 0 ? 1 : (n * sizeof(T) + 7) / 8;  // null means too much
    if (output_.size() < doubles) output_.resize(doubles);
    return reinterpret_cast<T*>(output_.data());
  }

 private:
  std::map<int, Plan> plans_;
  int last_ = 0;
  std::vector<double> input_, output_;
};

}  // namespace posenc
