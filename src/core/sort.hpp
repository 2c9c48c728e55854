// Sorting by one shared function: each instance of std::sort and std::stable_sort adds some
// kilobytes to the module that pages load, and these sorts are not time-critical.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace posenc {

// Sorts indices by increasing keys[index], ties by increasing index.
void sort_by_key(std::span<std::size_t> indices, std::span<const double> keys);
// Returns 0 … keys.size() - 1 in this order.
std::vector<std::size_t> order_by(std::span<const double> keys);

// Sorts in increasing order and removes duplicates.
void sort_unique(std::vector<std::uint32_t>& numbers);

}  // namespace posenc
