#include "core/text.hpp"

#include <array>
#include <charconv>

namespace posenc {

std::string to_text(double x) {
  std::array<char, 32> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), x).ptr;
  return std::string(buffer.data(), end);
}

}  // namespace posenc
