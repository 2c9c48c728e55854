#include "identify/pasted.hpp"

#include <algorithm>
#include <string_view>

#include "json/read.hpp"
#include "posenc/identify.hpp"
#include "targets.hpp"

namespace posenc::fuzz {

void identify(Input input) {
  const std::string_view all = text(input);
  const std::size_t end = std::min(all.find('\0'), all.size());
  const std::string_view numbers = all.substr(0, end);
  const std::string_view options = end < all.size() ? all.substr(end + 1) : "{}";
  const auto pasted = identification::read_pasted(numbers);
  if (!pasted) return must_be_said(pasted.error());
  must(pasted->rows * pasted->cols == pasted->data.size(), "a table is whole");
  if (pasted->data.size() > 24) return;  // larger searches are too slow for many inputs
  const Result<std::string> found = posenc::identify(numbers, options);
  if (!found) return must_be_said(found.error());
  const Result<Json> read = read_json(*found);
  must(read.has_value() && read->find("verdict") != nullptr, "a result is JSON with a verdict");
}

}  // namespace posenc::fuzz
