// The recipe of an encoding: the cosine of each position.
#pragma once
#include "encodings/encoding.hpp"

namespace posenc::example_encoding_row {

inline constexpr ParamInfo kParams[] = {
    integer("dim", "Width of the table.", kRequired, {1, 65536}, {2, 512, true}),
};

inline Result<RowTable> row_table(const Params& p) {
  RowTable table;
  table.width = p.count("dim");
  return table;
}

inline constexpr EncodingInfo kExampleEncoding = {
    .id = "example-encoding",
    .title = "Example",
    .family = "absolute",
    .formula = "0",
    .citation = "None",
    .note = "",
    .params = kParams,
    .row_table = row_table,
};

}  // namespace posenc::example_encoding_row
