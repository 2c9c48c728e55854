#include "analyses/diagnostics/tables.hpp"

#include "core/passes.hpp"
#include "core/text.hpp"

namespace posenc {

std::optional<Error> large_table(std::string_view field, const Size& table, Count most_rows,
                                 Count most_columns) {
  if (auto error = too_large(table.rows, most_rows, std::string(field), "rows")) return error;
  return too_large(table.cols, most_columns, std::string(field), "columns");
}

std::optional<Error> check_table(std::string_view field, const Matrix& table, std::size_t least) {
  const std::string size =
      ", got " + std::to_string(table.rows) + " x " + std::to_string(table.cols);
  if (table.rows < least || table.cols == 0)
    return bad_shape(field, "must have at least ", least, " rows and 1 column", size);
  const double largest = largest_size(table.data);
  if (largest != 0 && largest < 1e-60)
    return bad_argument(field, "the largest entry must be 0 or at least 1e-60 in size, got ",
                        to_text(largest), "; scale the table");
  return std::nullopt;
}

std::optional<Error> bad_list(std::string_view field, const Matrix& list, std::size_t size) {
  const std::size_t length = list.data.size();
  if (length > 0 && (list.cols == 1 || list.rows == 1) && (size == 0 || length == size))
    return std::nullopt;
  return bad_shape(field, "must be a list of ", size == 0 ? "one or more" : std::to_string(size),
                   " numbers, got ", list.rows, " x ", list.cols);
}

}  // namespace posenc
