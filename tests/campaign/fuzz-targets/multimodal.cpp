#include "posenc/multimodal.hpp"

#include "json/read.hpp"
#include "targets.hpp"

namespace posenc::fuzz {

void multimodal(Input input) {
  const Result<std::string> made = multimodal_ids(text(input));
  if (!made) return must_be_said(made.error());
  const Result<Json> read = read_json(*made);
  must(read.has_value() && read->find("sequences") != nullptr, "ids are JSON with sequences");
}

}  // namespace posenc::fuzz
