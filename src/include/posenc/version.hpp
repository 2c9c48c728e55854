#pragma once
#include <string_view>

namespace posenc {

std::string_view version();  // version of the linked library, "0.1.0"

}  // namespace posenc
