// Numbers in messages.
#pragma once
#include <string>

namespace posenc {

// Shortest decimal that reads back as x, in fixed or scientific notation, whichever is shorter: the
// text of std::to_chars on every platform, and "nan" for every NaN.
std::string to_text(double x);

}  // namespace posenc
