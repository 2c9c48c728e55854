// Long work that can be shown as progress, and abandoned: a coroutine that says `co_yield cost`
// wherever it may be left. Costs are estimates in one unit, here the multiplications and additions
// of a matrix product, about ten in a nanosecond.
#pragma once
#include <algorithm>
#include <coroutine>
#include <cstddef>
#include <cstdlib>  // std::abort
#include <utility>

namespace posenc {

// Of one step: about ten milliseconds, so that what costs more than it says stays within some tens.
inline constexpr double kStepCost = 1e8;

// So many of the `left` items, each of this cost, that they are about one step; at least one.
inline std::size_t items_a_step(double cost, std::size_t left) {
  const double many = kStepCost / std::max(cost, 1.0);
  return many >= static_cast<double>(left)
             ? left
             : std::max<std::size_t>(1, static_cast<std::size_t>(many));
}

class [[nodiscard]] Steps {
 public:
  struct promise_type {
    double cost = 0;
    Steps get_return_object() {
      return Steps(std::coroutine_handle<promise_type>::from_promise(*this));
    }
    std::suspend_always initial_suspend() const noexcept { return {}; }
    std::suspend_always final_suspend() const noexcept { return {}; }
    std::suspend_always yield_value(double x) noexcept {
      cost = x;
      return {};
    }
    void return_void() const noexcept {}
    void unhandled_exception() const noexcept { std::abort(); }
  };

  Steps(Steps&& other) noexcept : work_(std::exchange(other.work_, nullptr)) {}
  Steps& operator=(Steps&& other) noexcept {
    std::swap(work_, other.work_);
    return *this;
  }
  ~Steps() {
    if (work_) work_.destroy();
  }

  // Goes on to the next place where the work may be left; false at its end.
  bool next() {
    work_.promise().cost = 0;
    work_.resume();
    return !work_.done();
  }
  // of what next() has just done
  double cost() const { return work_.promise().cost; }
  // For work that is not to be left.
  void finish() {
    while (next()) {
    }
  }

 private:
  explicit Steps(std::coroutine_handle<promise_type> work) : work_(work) {}
  std::coroutine_handle<promise_type> work_;
};

}  // namespace posenc
