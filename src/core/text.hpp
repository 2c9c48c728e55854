// Messages: numbers as text, and errors that are put together from parts.
#pragma once
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <variant>

#include "posenc/result.hpp"

namespace posenc {

// Shortest decimal that reads back as x, in fixed or scientific notation, whichever is shorter: the
// text of std::to_chars on every platform, and "nan" for every NaN.
std::string to_text(double x);

// A part of a message: a text that outlives it, or a whole number.
class MessagePart {
 public:
  template <std::convertible_to<std::string_view> Text>
  MessagePart(const Text& text) : part_(std::string_view(text)) {}
  template <std::signed_integral Integer>
  MessagePart(Integer n) : part_(std::int64_t{n}) {}
  template <std::unsigned_integral Integer>
  MessagePart(Integer n) : part_(std::uint64_t{n}) {}
  void add_to(std::string& message) const;

 private:
  std::variant<std::string_view, std::int64_t, std::uint64_t> part_;
};

Error refusal(ErrorCode, std::string_view field, std::initializer_list<MessagePart> message);

// bad_param("k", "must be at most ", most, ", got ", k)
template <class... Parts>
Error bad_param(std::string_view field, const Parts&... message) {
  return refusal(ErrorCode::bad_param, field, {message...});
}
template <class... Parts>
Error bad_shape(std::string_view field, const Parts&... message) {
  return refusal(ErrorCode::bad_shape, field, {message...});
}
template <class... Parts>
Error bad_argument(std::string_view field, const Parts&... message) {
  return refusal(ErrorCode::bad_argument, field, {message...});
}

}  // namespace posenc
