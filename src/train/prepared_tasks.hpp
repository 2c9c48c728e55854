// Keeps tasks whose samples were generated, so that another run on the same samples, with another
// encoding or seed, does not wait for them again. Each thread keeps some megabytes, of the tasks
// that were asked for last. A task on the caller's own data is not kept, because the caller has the
// data.
#pragma once
#include <memory>
#include <string_view>

#include "train/task.hpp"

namespace posenc {

inline constexpr std::size_t kMostPreparedBytes = std::size_t{8} << 20;

// The task with these values and this seed, if one is kept; else null.
std::shared_ptr<const TaskData> prepared_task(std::string_view id, const RawValues&,
                                              std::uint64_t seed);
// Keeps it, where it has room.
void keep_prepared(std::string_view id, const RawValues&, std::uint64_t seed,
                   std::shared_ptr<const TaskData>);
std::size_t prepared_bytes();

}  // namespace posenc
