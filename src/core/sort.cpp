#include "core/sort.hpp"

#include <algorithm>
#include <numeric>

namespace posenc {

void sort_by_key(std::span<std::size_t> indices, std::span<const double> keys) {
  const auto rises = [keys](std::size_t i, std::size_t j) {
    return keys[i] < keys[j] || (keys[i] == keys[j] && i < j);
  };
  std::ranges::make_heap(indices, rises);
  std::ranges::sort_heap(indices, rises);
}

std::vector<std::size_t> order_by(std::span<const double> keys) {
  std::vector<std::size_t> order(keys.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  sort_by_key(order, keys);
  return order;
}

void sort_unique(std::vector<std::uint32_t>& numbers) {
  std::ranges::make_heap(numbers);
  std::ranges::sort_heap(numbers);
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

}  // namespace posenc
