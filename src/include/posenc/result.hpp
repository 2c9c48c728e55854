// Value-or-error, and the closed list of error codes of the whole project.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "posenc/trap.hpp"

namespace posenc {

// The list is closed: TypeScript generates its ErrorCode union from kErrorCodes (describe.cpp). It
// includes the codes that only the JavaScript side raises.
enum class ErrorCode {
  unknown_encoding,
  unknown_scaling,
  unknown_param,
  missing_param,
  bad_param,
  bad_shape,
  bad_positions,
  bad_argument,
  not_defined,
  too_large,
  out_of_memory,
  bad_json,
  bad_config,
  unsupported_config,
  unknown_method,
  disposed,
  wasm_not_found,
  wasm_unsupported,
  worker_failed,
  io,
  internal,
};

inline constexpr std::array<std::string_view, 21> kErrorCodes = {
    "unknown_encoding", "unknown_scaling",    "unknown_param",  "missing_param",
    "bad_param",        "bad_shape",          "bad_positions",  "bad_argument",
    "not_defined",      "too_large",          "out_of_memory",  "bad_json",
    "bad_config",       "unsupported_config", "unknown_method", "disposed",
    "wasm_not_found",   "wasm_unsupported",   "worker_failed",  "io",
    "internal",
};
static_assert(kErrorCodes.size() == static_cast<std::size_t>(ErrorCode::internal) + 1);

constexpr std::string_view name(ErrorCode code) {
  return kErrorCodes[static_cast<std::size_t>(code)];
}

struct Error {
  ErrorCode code;
  std::string field;    // the invalid parameter, e.g. "scaling.factor"; may be empty
  std::string message;  // what was given and what is allowed
};

// Member names follow std::expected, which C++20 lacks. Accessing the wrong side is a bug in the
// program and ends it.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool has_value() const noexcept { return state_.index() == 0; }
  explicit operator bool() const noexcept { return has_value(); }
  T& value() & { return *not_null(std::get_if<0>(&state_)); }
  const T& value() const& { return *not_null(std::get_if<0>(&state_)); }
  T&& value() && { return std::move(value()); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  const Error& error() const { return *not_null(std::get_if<1>(&state_)); }

 private:
  std::variant<T, Error> state_;
};

// Success or an error, for functions that write to memory of the caller.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}

  bool has_value() const noexcept { return !error_.has_value(); }
  explicit operator bool() const noexcept { return has_value(); }
  const Error& error() const { return *not_null(error_ ? &*error_ : nullptr); }

 private:
  std::optional<Error> error_;
};

}  // namespace posenc
