// Rows of a registry by their ids.
#pragma once
#include <span>
#include <string>
#include <string_view>

namespace posenc {

// Null where there is none of that id.
template <class Row>
const Row* find_row(std::span<const Row* const> rows, std::string_view id) {
  for (const Row* row : rows)
    if (row->id == id) return row;
  return nullptr;
}

// All of them, for a message.
template <class Row>
std::string ids_of(std::span<const Row* const> rows) {
  std::string all;
  for (const Row* row : rows) all += (all.empty() ? "" : ", ") + std::string(row->id);
  return all;
}

}  // namespace posenc
