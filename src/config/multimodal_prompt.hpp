// A prompt with images and videos: sequences as runs of text, image and video, and the merged grid
// of each image and video.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "json/value.hpp"
#include "posenc/result.hpp"

namespace posenc::multimodal {

enum class Kind : std::uint8_t { text, image, video };

// A grid after patches were merged.
struct Grid {
  double t, h, w;
  double step = 1;  // increment of the time id from one grid to the next
};
struct Sequence {
  std::vector<Kind> kinds;                       // of each token
  std::optional<std::vector<bool>> counts = {};  // tokens that count; none: all
};
struct Prompt {
  std::string_view model;
  bool version4 = false;
  std::string_view releases;  // of transformers that have this rule
  std::size_t axes = 3;
  std::vector<Sequence> sequences;
  std::vector<Grid> images, videos;

  bool is_hunyuan() const { return model == "hunyuan_vl"; }
};

// Errors: bad_argument, whose field begins with "prompt.".
Result<Prompt> read_prompt(const Json& prompt);

// The error of a field of the prompt.
Error refuse(std::string_view name, std::string_view message);

}  // namespace posenc::multimodal
