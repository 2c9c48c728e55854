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

// The cost of one step: about ten milliseconds, so that what costs more than it says still takes
// only some tens of them.
inline constexpr double kStepCost = 1e8;

// So many of the `left` items, each of this cost, that they are about one step; at least one.
inline std::size_t items_a_step(double cost, std::size_t left) {
  const double many = kStepCost / std::max(cost, 1.0);
  return many >= static_cast<double>(left)
             ? left
             : std::max<std::size_t>(1, static_cast<std::size_t>(many));
}

// `co_yield other_steps(…);` does all steps of another coroutine in this place, each a step of the
// whole. Only the innermost coroutine is resumed, however deep it stands. It is resumed by next()
// and not by the coroutine around it, since WebAssembly has no tail calls that all engines know.
class [[nodiscard]] Steps {
 public:
  struct promise_type;
  using Handle = std::coroutine_handle<promise_type>;

  struct promise_type {
    double cost = 0;                 // used in the outermost only
    promise_type* outermost = this;  // of the coroutines that wait for this one, or itself
    Handle innermost;                // in the outermost: the one to resume
    Handle waiting;                  // the one that goes on when this one has ended

    Steps get_return_object() {
      innermost = Handle::from_promise(*this);
      return Steps(innermost);
    }
    std::suspend_always initial_suspend() const noexcept { return {}; }
    std::suspend_always final_suspend() const noexcept { return {}; }
    std::suspend_always yield_value(double x) noexcept {
      outermost->cost = x;
      return {};
    }
    // The steps must not have begun. A temporary lives in the frame of this coroutine until they
    // have ended, and so do the arguments that made it. GCC 12 destroys some of those twice: the
    // operands of `?:`, and structures and closures with destructors that are handed over by value.
    // Steps that are made with such arguments are named first: `co_yield std::move(named)`.
    std::suspend_always yield_value(Steps&& steps) noexcept {
      promise_type& next = steps.work_.promise();
      next.outermost = outermost;
      next.waiting = Handle::from_promise(*this);
      outermost->innermost = steps.work_;
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
    promise_type& all = work_.promise();
    all.cost = 0;
    for (;;) {
      const Handle now = all.innermost;
      now.resume();
      if (now.done()) {
        if (now == work_) return false;
        all.innermost = now.promise().waiting;
      } else if (now == all.innermost) {
        return true;  // else another one was begun
      }
    }
  }
  // The cost of what the last call of next() has done.
  double cost() const { return work_.promise().cost; }
  // For work that is not to be left.
  void finish() {
    while (next()) {
    }
  }

 private:
  explicit Steps(Handle work) : work_(work) {}
  Handle work_;
};

}  // namespace posenc
