// Sorting by one function that all share: each instance of std::sort and std::stable_sort is some
// kilobytes of a module that pages wait for, and nothing of what is sorted by these takes the time.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace posenc {

// By rising keys[index], equal ones by rising index.
void sort_by_key(std::span<std::size_t> indices, std::span<const double> keys);
// 0 … keys.size() - 1 in that order
std::vector<std::size_t> order_by(std::span<const double> keys);

// Each number once, rising.
void sort_unique(std::vector<std::uint32_t>& numbers);

}  // namespace posenc
