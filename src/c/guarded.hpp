// The guard of every exported function: it lets no exception out, writes errors as strings into the
// caller's memory, and saves and restores the caller's floating-point mode.
#pragma once
#include <cstddef>
#include <cstring>
#include <new>
#include <string>
#include <string_view>

#include "core/default_arithmetic.hpp"
#include "posenc/c.h"
#include "posenc/result.hpp"

namespace posenc::c {

// Copies as much of the text as fits, cut off between two UTF-8 characters.
template <std::size_t Size>
void put(std::string_view text, char (&out)[Size]) {
  std::size_t length = text.size() < Size ? text.size() : Size - 1;
  if (length < text.size())
    while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80) --length;
  text.copy(out, length);
  out[length] = '\0';
}

inline void tell(posenc_error* out, ErrorCode code, std::string_view field,
                 std::string_view message) {
  if (out == nullptr) return;
  put(name(code), out->code);
  put(field, out->field);
  put(message, out->message);
}
inline void tell(posenc_error* out, const Error& error) {
  tell(out, error.code, error.field, error.message);
}

// Returns the value of the Result of `work`, or `none` if it is an error.
template <class Given, class Work>
Given guarded(posenc_error* error, Given none, Work work) noexcept {
  const DefaultArithmetic arithmetic;
  try {
    auto done = work();
    if (!done) {
      tell(error, done.error());
      return none;
    }
    if constexpr (requires { *done; })
      return *done;
    else
      return 1;
  } catch (const std::bad_alloc&) {
    tell(error, ErrorCode::out_of_memory, "", "there is not enough memory");
  } catch (...) {
    tell(error, ErrorCode::internal, "", "the library threw what it should not");
  }
  return none;
}

// A copy that posenc_text_release releases.
inline Result<char*> owned(const Result<std::string>& text) {
  if (!text) return text.error();
  char* copy = new char[text->size() + 1];
  std::memcpy(copy, text->c_str(), text->size() + 1);
  return copy;
}

inline Error null_error(const char* field) {
  return {ErrorCode::bad_argument, field, "must not be NULL"};
}

}  // namespace posenc::c
