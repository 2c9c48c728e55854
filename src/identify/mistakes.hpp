// The known mistakes, in the order in which they are combined.
#pragma once
#include <span>

#include "identify/making.hpp"

namespace posenc::identification {

// Changes of the spec precede changes of its numbers.
std::span<const MistakeInfo* const> mistakes();

}  // namespace posenc::identification
