// An example.
#pragma once
#include "identify/mistakes/steps.hpp"

namespace posenc::identification {

inline constexpr MistakeInfo kExampleMistake = {
    .id = "example-mistake",
    .stage = "frequencies",
    .title = "an example",
    .sources = "owner/repo#1",
    .make = [](const Making& m, const Facts&) -> std::vector<Making> {
      return {with_step(m, each_rate([](double scaled, double, double) { return 3 * scaled; }))};
    },
};

}  // namespace posenc::identification
