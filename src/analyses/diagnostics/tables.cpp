#include "analyses/diagnostics/tables.hpp"

#include <algorithm>
#include <cmath>  // std::fabs

#include "core/passes.hpp"
#include "core/text.hpp"

namespace posenc {

std::optional<Error> large_table(std::string_view field, const Size& table, Count most_rows,
                                 Count most_columns) {
  if (auto error = too_large(table.rows, most_rows, std::string(field), "rows")) return error;
  return too_large(table.cols, most_columns, std::string(field), "columns");
}

Steps check_table(std::string_view field, const Matrix& table, std::optional<Error>& error,
                  std::size_t least) {
  const std::string size =
      ", got " + std::to_string(table.rows) + " x " + std::to_string(table.cols);
  if (table.rows < least || table.cols == 0) {
    error = Error{ErrorCode::bad_shape, std::string(field),
                  "must have at least " + std::to_string(least) + " rows and 1 column" + size};
    co_return;
  }
  double largest = 0;
  for (Steps steps = in_parts(table.data.size(), kPass,
                              [&](std::size_t first, std::size_t end) {
                                for (std::size_t e = first; e < end; ++e)
                                  largest = std::max(largest, std::fabs(table.data[e]));
                              });
       steps.next();)
    co_yield steps.cost();
  if (largest != 0 && largest < 1e-60)
    error = Error{ErrorCode::bad_argument, std::string(field),
                  "the largest entry must be 0 or at least 1e-60 in size, got " + to_text(largest) +
                      "; scale the table"};
}

std::optional<Error> bad_list(std::string_view field, const Matrix& list, std::size_t size) {
  const std::size_t length = list.data.size();
  if (length > 0 && (list.cols == 1 || list.rows == 1) && (size == 0 || length == size))
    return std::nullopt;
  return Error{ErrorCode::bad_shape, std::string(field),
               "must be a list of " + (size == 0 ? "one or more" : std::to_string(size)) +
                   " numbers, got " + std::to_string(list.rows) + " x " +
                   std::to_string(list.cols)};
}

Steps centred(const Matrix& given, Matrix& table) {
  const std::size_t n = given.rows, d = given.cols;
  const double row = kPass * static_cast<double>(d);
  table.rows = n, table.cols = d;
  for (Steps steps = copied(given.data.data(), n * d, table.data); steps.next();)
    co_yield steps.cost();
  std::vector<double> mean(d), largest(d), spread(d);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t c = 0; c < d; ++c) {
      mean[c] += table(i, c);
      largest[c] = std::max(largest[c], std::fabs(table(i, c)));
    }
    co_yield row;
  }
  for (double& m : mean) m /= static_cast<double>(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t c = 0; c < d; ++c) {
      table(i, c) -= mean[c];
      spread[c] = std::max(spread[c], std::fabs(table(i, c)));
    }
    co_yield row;
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t c = 0; c < d; ++c)
      if (spread[c] <= static_cast<double>(n) * 0x1p-52 * largest[c]) table(i, c) = 0;
    co_yield row;
  }
}

double squared_distance(const double* a, const double* b, std::size_t width) {
  double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
  std::size_t c = 0;
  for (; c + 4 <= width; c += 4) {
    const double d0 = a[c] - b[c], d1 = a[c + 1] - b[c + 1], d2 = a[c + 2] - b[c + 2],
                 d3 = a[c + 3] - b[c + 3];
    s0 += d0 * d0, s1 += d1 * d1, s2 += d2 * d2, s3 += d3 * d3;
  }
  for (; c < width; ++c) s0 += (a[c] - b[c]) * (a[c] - b[c]);
  return (s0 + s1) + (s2 + s3);
}

}  // namespace posenc
