// Tasks whose samples were drawn before: another run on the same ones, with another encoding or
// seed, does not wait for them again. Some megabytes are kept by each thread, those that were asked
// for last; a task on the caller's own data is not, for it is the caller who has them.
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
