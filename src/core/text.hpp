// Numbers in messages.
#pragma once
#include <string>

namespace posenc {

// Shortest decimal that reads back as x; the same text on every platform.
std::string to_text(double x);

}  // namespace posenc
