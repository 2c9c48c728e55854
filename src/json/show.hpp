// Quotes given values in error messages.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include "json/value.hpp"

namespace posenc {

// At most `most` characters, with a dot for each control or format character, since these could
// drive a terminal, and for each byte that is not UTF-8.
std::string printable(std::string_view text, std::size_t most = 60);

// "'4' (a string)", "4.5", "null", "an array of 3 items", …
std::string shown(const Json&);

}  // namespace posenc
