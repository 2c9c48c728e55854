// Messages: numbers as strings, and errors assembled from parts.
#pragma once
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "posenc/result.hpp"

namespace posenc {

// Shortest decimal that reads back as x, in fixed or scientific notation, whichever is shorter: the
// string of std::to_chars on every platform, and "nan" for every NaN.
std::string to_text(double x);

// The shortest decimal digits that read back as x, which is finite and above 0, and the exponent of
// the first one: 0.05 is {"5", -2}.
struct Decimal {
  std::string digits;
  int exponent;
};
Decimal shortest_digits(double x);

// A part of a message: a string that outlives it, or an integer.
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

  const char* text_ = nullptr;  // null if it is the number
  std::int64_t number_;         // or the length of the string
};

Error refusal(ErrorCode, std::string_view field, std::initializer_list<MessagePart> message);

// Builds a message of alternating strings and integers, which fits most messages: scalar arguments
// need less code than parts in memory. The first null string ends it.
Error refusal_in_turns(ErrorCode, const char* field, const char* a, std::int64_t x = 0,
                       const char* b = nullptr, std::int64_t y = 0, const char* c = nullptr);

namespace message_detail {
template <class Part>
concept Literal = std::convertible_to<const Part&, const char*>;
template <class... Parts>
constexpr bool in_turns() {
  bool text = true, all = sizeof...(Parts) <= 5;
  ((all = all && (text ? Literal<Parts> : std::integral<Parts>), text = !text), ...);
  return all;
}
constexpr const char* scalar(const char* text) { return text; }
constexpr std::int64_t scalar(std::integral auto n) { return static_cast<std::int64_t>(n); }

template <class Field, class... Parts>
[[gnu::always_inline]] inline Error refused(ErrorCode code, const Field& field,
                                            const Parts&... message) {
  if constexpr (Literal<Field> && in_turns<Parts...>() && sizeof...(Parts) % 2 == 1)
    return refusal_in_turns(code, field, scalar(message)...);
  else if constexpr (Literal<Field> && in_turns<Parts...>())
    return refusal_in_turns(code, field, scalar(message)..., "");
  else
    return refusal(code, field, {message...});
}
}  // namespace message_detail

// bad_param("k", "must be at most ", most, ", got ", k)
template <class Field, class... Parts>
[[gnu::always_inline]] inline Error bad_param(const Field& field, const Parts&... message) {
  return message_detail::refused(ErrorCode::bad_param, field, message...);
}
template <class Field, class... Parts>
[[gnu::always_inline]] inline Error bad_shape(const Field& field, const Parts&... message) {
  return message_detail::refused(ErrorCode::bad_shape, field, message...);
}
template <class Field, class... Parts>
[[gnu::always_inline]] inline Error bad_argument(const Field& field, const Parts&... message) {
  return message_detail::refused(ErrorCode::bad_argument, field, message...);
}

}  // namespace posenc
