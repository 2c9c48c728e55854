// Lookup of registry rows by id.
#pragma once
#include <span>
#include <string>
#include <string_view>

namespace posenc {

// Returns null if no row has this id.
template <class Row>
const Row* find_row(std::span<const Row* const> rows, std::string_view id) {
  for (const Row* row : rows)
    if (row->id == id) return row;
  return nullptr;
}

// Lists all ids for a message.
template <class Row>
std::string ids_of(std::span<const Row* const> rows) {
  std::string all;
  for (const Row* row : rows) all += (all.empty() ? "" : ", ") + std::string(row->id);
  return all;
}

}  // namespace posenc
