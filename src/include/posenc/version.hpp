#pragma once
#include <string_view>

namespace posenc {

std::string_view version();  // of the library that is linked, "0.1.0"

}  // namespace posenc
