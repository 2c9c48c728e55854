// UTF-8: the encoding of JSON texts and of messages.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace posenc {

struct CodePoint {
  char32_t value;
  std::size_t bytes;  // 0 if no valid character begins here
};

// The character at the start of `text`. Overlong forms, surrogates and numbers above 10FFFF are
// invalid.
constexpr CodePoint code_point(std::string_view text) {
  if (text.empty()) return {0, 0};
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t bytes = lead < 0xc2   ? 0
                            : lead < 0xe0 ? 2
                            : lead < 0xf0 ? 3
                            : lead < 0xf5 ? 4
                                          : 0;
  if (bytes == 0 || text.size() < bytes) return {0, 0};
  char32_t value = lead & (0x7fu >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {0, 0};
    value = value << 6 | (byte(i) & 0x3fu);
  }
  const bool overlong = value < (bytes == 3 ? 0x800u : bytes == 4 ? 0x10000u : 0x80u);
  const bool surrogate = value >= 0xd800 && value < 0xe000;
  return overlong || surrogate || value > 0x10ffff ? CodePoint{0, 0} : CodePoint{value, bytes};
}

constexpr void append_utf8(std::string& out, char32_t value) {
  const auto put = [&](char32_t bits) { out += static_cast<char>(bits); };
  if (value < 0x80) return put(value);
  if (value < 0x800) {
    put(0xc0 | value >> 6);
  } else {
    if (value < 0x10000) {
      put(0xe0 | value >> 12);
    } else {
      put(0xf0 | value >> 18);
      put(0x80 | (value >> 12 & 0x3f));
    }
    put(0x80 | (value >> 6 & 0x3f));
  }
  put(0x80 | (value & 0x3f));
}

}  // namespace posenc
