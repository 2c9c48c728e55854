// Messages: numbers as text, and errors that are put together from parts.
#pragma once
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "posenc/result.hpp"

namespace posenc {

// Shortest decimal that reads back as x, in fixed or scientific notation, whichever is shorter: the
// text of std::to_chars on every platform, and "nan" for every NaN.
std::string to_text(double x);

// A part of a message: a text that outlives it, or a whole number.
class MessagePart {
 public:
  MessagePart(const char* text) : MessagePart(text, std::string_view(text).size()) {}
  MessagePart(const std::string& text) : MessagePart(text.data(), text.size()) {}
  MessagePart(std::string_view text)
      : MessagePart(text.data() != nullptr ? text.data() : "", text.size()) {}
  template <std::integral Integer>
  MessagePart(Integer n) : number_(static_cast<std::int64_t>(n)) {}
  void add_to(std::string& message) const;

 private:
  MessagePart(const char* text, std::size_t length)
      : text_(text), number_(static_cast<std::int64_t>(length)) {}

  const char* text_ = nullptr;  // null: the number
  std::int64_t number_;         // or the length of the text
};

Error refusal(ErrorCode, std::string_view field, std::initializer_list<MessagePart> message);

// bad_param("k", "must be at most ", most, ", got ", k). What these make of their arguments is less
// code than a call of theirs with so many.
template <class... Parts>
[[gnu::always_inline]] inline Error bad_param(std::string_view field, const Parts&... message) {
  return refusal(ErrorCode::bad_param, field, {message...});
}
template <class... Parts>
[[gnu::always_inline]] inline Error bad_shape(std::string_view field, const Parts&... message) {
  return refusal(ErrorCode::bad_shape, field, {message...});
}
template <class... Parts>
[[gnu::always_inline]] inline Error bad_argument(std::string_view field, const Parts&... message) {
  return refusal(ErrorCode::bad_argument, field, {message...});
}

}  // namespace posenc
