#include "json/show.hpp"

#include <algorithm>

#include "json/utf8.hpp"
#include "json/write.hpp"

namespace posenc {
namespace {

// Categories Cc and Cf of Unicode 16, and the separators of lines and paragraphs.
struct Range {
  char32_t first, last;
};
constexpr Range kUnprintable[] = {
    {0x0, 0x1f},        {0x7f, 0x9f},       {0xad, 0xad},       {0x600, 0x605},
    {0x61c, 0x61c},     {0x6dd, 0x6dd},     {0x70f, 0x70f},     {0x890, 0x891},
    {0x8e2, 0x8e2},     {0x180e, 0x180e},   {0x200b, 0x200f},   {0x2028, 0x202e},
    {0x2060, 0x2064},   {0x2066, 0x206f},   {0xfeff, 0xfeff},   {0xfff9, 0xfffb},
    {0x110bd, 0x110bd}, {0x110cd, 0x110cd}, {0x13430, 0x1343f}, {0x1bca0, 0x1bca3},
    {0x1d173, 0x1d17a}, {0xe0001, 0xe0001}, {0xe0020, 0xe007f}};

}  // namespace

std::string printable(std::string_view text, std::size_t most) {
  std::string out;
  for (std::size_t count = 0; !text.empty(); ++count) {
    if (count == most) return out += "…";
    const auto [value, bytes] = code_point(text);
    const bool hidden = std::ranges::any_of(kUnprintable, [at = value](const Range& range) {
      return range.first <= at && at <= range.last;
    });
    if (bytes == 0 || hidden)
      out += "·";
    else
      out += text.substr(0, bytes);
    text.remove_prefix(std::max<std::size_t>(bytes, 1));
  }
  return out;
}

std::string shown(const Json& value) {
  if (const std::string* text = value.text()) return "'" + printable(*text) + "' (a string)";
  if (const bool* truth = value.boolean()) return *truth ? "true (a boolean)" : "false (a boolean)";
  if (const Json::Array* items = value.array())
    return "an array of " + std::to_string(items->size()) + " items";
  if (value.object() != nullptr) return "an object";
  return value.number() != nullptr ? number_text(*value.number()) : "null";
}

}  // namespace posenc
