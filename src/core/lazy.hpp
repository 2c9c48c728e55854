// A value computed at first use and kept; copies share it. Thread-safe.
#pragma once
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

namespace posenc {

template <class T>
class Lazy {
 public:
  explicit Lazy(std::function<T()> make) : state_(std::make_shared<State>(std::move(make))) {}
  explicit Lazy(T value) : state_(std::make_shared<State>(nullptr)) {
    std::call_once(state_->once, [&] { state_->value = std::move(value); });
    state_->made = true;
  }

  const T& operator*() const {
    std::call_once(state_->once, [this] { state_->value = state_->make(), state_->made = true; });
    return state_->value;
  }
  const T* operator->() const { return &**this; }
  // the value if already computed, otherwise null
  const T* known() const { return state_->made ? &state_->value : nullptr; }
  // Mutable access to the value shared by all copies; not while another thread reads it.
  T& write() const { return **this, state_->value; }

 private:
  struct State {
    explicit State(std::function<T()> m) : make(std::move(m)) {}
    std::function<T()> make;
    std::once_flag once;
    std::atomic<bool> made = false;
    T value{};
  };
  std::shared_ptr<State> state_;
};

}  // namespace posenc
