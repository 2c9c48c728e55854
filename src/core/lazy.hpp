// A value made at its first use and kept; copies share it. Safe to use from several threads.
#pragma once
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
    std::call_once(state_->made, [&] { state_->value = std::move(value); });
  }

  const T& operator*() const {
    std::call_once(state_->made, [this] { state_->value = state_->make(); });
    return state_->value;
  }
  const T* operator->() const { return &**this; }

 private:
  struct State {
    explicit State(std::function<T()> m) : make(std::move(m)) {}
    std::function<T()> make;
    std::once_flag made;
    T value{};
  };
  std::shared_ptr<State> state_;
};

}  // namespace posenc
