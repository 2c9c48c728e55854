// Caches tasks with generated samples, so that another run on the same samples, with another
// encoding or seed, need not generate them again. Each thread keeps some megabytes of the most
// recently used tasks. Tasks on the caller's data are not cached, because the caller has the data.
#pragma once
#include <memory>
#include <string_view>

#include "train/task.hpp"

namespace posenc {

inline constexpr std::size_t kMostPreparedBytes = std::size_t{8} << 20;

// Returns the cached task with these values and this seed, or null.
std::shared_ptr<const TaskData> prepared_task(std::string_view id, const RawValues&,
                                              std::uint64_t seed);
// Caches the task if there is room.
void keep_prepared(std::string_view id, const RawValues&, std::uint64_t seed,
                   std::shared_ptr<const TaskData>);
std::size_t prepared_bytes();

}  // namespace posenc
