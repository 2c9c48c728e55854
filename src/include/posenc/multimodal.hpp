// Position ids of the tokens of a prompt with images and videos, for `mrope`: docs/multimodal.md.
#pragma once
#include <string>
#include <string_view>

#include "posenc/result.hpp"

namespace posenc {

// `prompt` is a MultimodalPrompt of the JavaScript API as JSON, and the result a MultimodalIds
// whose ids are a list, row by row. Errors: bad_json; bad_argument, whose field begins with
// "prompt.".
Result<std::string> multimodal_ids(std::string_view prompt);

}  // namespace posenc
