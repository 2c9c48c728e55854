#include "posenc/multimodal.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "config/multimodal_prompt.hpp"
#include "json/read.hpp"
#include "json/write.hpp"

// These are the rules of get_rope_index of transformers. Version 4: modeling_qwen2_vl.py,
// _qwen2_5_vl.py, _qwen3_vl.py and _glm4v.py (4.5x). Version 5: get_mrope_vision_positions and the
// two layouts that call it (main of September 2026), interleaved runs and, for HunyuanVL, indexed
// images.
//
// A text token increases every id by one. An image fills a box of ids from the next one: time, row
// and column. After it, version 4 continues after the largest id of the box. Version 5 advances by
// the larger of rows and columns, so that a long video and the text after it share ids.
namespace posenc {
namespace {
using namespace multimodal;

// Consecutive tokens of one kind that count.
struct Run {
  Kind kind;
  double length;
};
std::vector<Run> runs_of(const Sequence& sequence) {
  std::vector<Run> out;
  for (std::size_t i = 0; i < sequence.kinds.size(); ++i) {
    if (sequence.counts && !(*sequence.counts)[i]) continue;
    if (out.empty() || out.back().kind != sequence.kinds[i]) out.push_back({sequence.kinds[i], 0});
    ++out.back().length;
  }
  return out;
}

// Grids of the batch, taken in order. The first fault stays.
class Grids {
 public:
  Grids(std::string name, std::vector<Grid> grids)
      : name_(std::move(name)), grids_(std::move(grids)) {}

  // The next one, if the run has as many tokens. Its index is `taken() - 1`.
  const Grid* take(double length, double more_per_row = 0, double around = 0) {
    if (next_ == grids_.size()) {
      fail(refuse(name_, "must have a grid for each run of its tokens; " +
                             std::to_string(grids_.size()) + " are too few"));
      return nullptr;
    }
    const Grid& grid = grids_[next_++];
    const double tokens = grid.t * grid.h * (grid.w + more_per_row);
    if (length == tokens || (around > 0 && length == tokens + around)) return &grid;
    fail(refuse(name_ + "[" + std::to_string(next_ - 1) + "]",
                "makes " + number_text(tokens) +
                    " tokens after merging, but the run that it stands for has " +
                    number_text(length)));
    return nullptr;
  }
  std::size_t taken() const { return next_; }
  const std::optional<Error>& fault() const { return fault_; }
  void end() {
    if (next_ < grids_.size())
      fail(refuse(name_, "must have a grid for each run of its tokens; " +
                             std::to_string(grids_.size()) + " are too many for " +
                             std::to_string(next_)));
  }

 private:
  void fail(Error error) {
    if (!fault_) fault_ = std::move(error);
  }

  std::string name_;
  std::vector<Grid> grids_;
  std::size_t next_ = 0;
  std::optional<Error> fault_;
};

// Position ids of the tokens that count, one after another.
struct Laid {
  std::vector<double> values;
  double largest = -1;
};

Laid boxes(const Prompt& prompt, const std::vector<Run>& runs, Grids& images, Grids& videos) {
  Laid out;
  double next = 0;
  for (const auto& [kind, length] : runs) {
    if (kind == Kind::text) {
      for (double i = 0; i < length; ++i, ++next) out.values.insert(out.values.end(), 3, next);
      out.largest = std::max(out.largest, next - 1);
      continue;
    }
    const Grid* grid = (kind == Kind::image ? images : videos).take(length);
    if (grid == nullptr) return out;
    const auto& [t, h, w, step] = *grid;
    for (double i = 0; i < length; ++i) {
      const double time = std::floor(std::floor(i / (h * w)) * step);
      const double line = std::fmod(std::floor(i / w), h);
      out.values.insert(out.values.end(), {next + time, next + line, next + std::fmod(i, w)});
    }
    const double far = std::max({std::floor((t - 1) * step), h - 1, w - 1});
    out.largest = std::max(out.largest, next + far);
    next += prompt.version4 ? far + 1 : std::max(h, w);
  }
  return out;
}

// HunyuanVL: ids count tokens, except (width, height, image). Each row of an image ends with an
// extra token, and a run may include the tokens that begin and end an image.
Laid indexed(const Prompt& prompt, const std::vector<Run>& runs, Grids& images) {
  Laid out;
  const std::size_t axes = prompt.axes;
  double row = 0;
  for (const auto& [kind, length] : runs) {
    const std::size_t start = out.values.size();
    for (double i = 0; i < length; ++i, ++row) out.values.insert(out.values.end(), axes, row);
    if (kind != Kind::image) continue;
    const Grid* grid = images.take(length, 1, 2);
    if (grid == nullptr) return out;
    const double wide = grid->w + 1, tokens = grid->h * wide;
    const std::size_t first = length == tokens ? 0 : 1;
    for (double i = 0; i < tokens; ++i) {
      double* const id =
          out.values.data() + start + axes * (first + static_cast<std::size_t>(i)) + axes - 3;
      id[0] = std::fmod(i, wide), id[1] = std::floor(i / wide);
      id[2] = static_cast<double>(images.taken() - 1);
    }
  }
  for (const double id : out.values) out.largest = std::max(out.largest, id);
  return out;
}

// Splits videos into frames, which are separate runs if timestamps separate them.
std::vector<Grid> frames_of(const std::vector<Grid>& videos) {
  std::vector<Grid> out;
  for (Grid grid : videos) {
    const double frames = std::exchange(grid.t, 1);
    for (double i = 0; i < frames; ++i) out.push_back(grid);
  }
  return out;
}

// More frames than tokens are refused before the frames are listed.
std::optional<Error> too_many_frames(const Prompt& prompt) {
  double frames = 0, tokens = 0;
  for (const Grid& grid : prompt.videos) frames += grid.t;
  for (const Sequence& sequence : prompt.sequences)
    tokens += static_cast<double>(sequence.kinds.size());
  if (frames <= tokens) return std::nullopt;
  return refuse("videos", "has " + number_text(frames) + " frames, and all sequences together " +
                              number_text(tokens) + " tokens");
}

Json described(const Prompt& prompt, const Sequence& sequence, const Laid& laid) {
  const std::size_t axes = prompt.axes, rows = sequence.kinds.size();
  const double masked = prompt.version4 ? 1 : 0;
  Json::Array ids;
  std::size_t from = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    const bool counts = !sequence.counts || (*sequence.counts)[row];
    for (std::size_t axis = 0; axis < axes; ++axis)
      ids.emplace_back(counts ? laid.values[from++] : masked);
  }
  const std::size_t counted = prompt.version4 ? rows : laid.values.size() / axes;
  return Json::Object{{"positions", Json::Object{{"data", std::move(ids)},
                                                 {"rows", static_cast<double>(rows)},
                                                 {"cols", static_cast<double>(axes)}}},
                      {"delta", laid.largest + 1 - static_cast<double>(counted)}};
}

}  // namespace

Result<std::string> multimodal_ids(std::string_view text) {
  const Result<Json> json = read_json(text);
  if (!json) return json.error();
  const Result<Prompt> read = read_prompt(*json);
  if (!read) return read.error();
  const Prompt& prompt = *read;
  const bool separate = prompt.model == "qwen3_vl" || prompt.model == "glm4v";
  if (separate)
    if (auto error = too_many_frames(prompt)) return *error;
  Grids images("images", prompt.images);
  Grids videos("videos", separate ? frames_of(prompt.videos) : prompt.videos);
  Json::Array sequences;
  for (const Sequence& sequence : prompt.sequences) {
    const std::vector<Run> runs = runs_of(sequence);
    if (prompt.is_hunyuan() && std::ranges::find(runs, Kind::video, &Run::kind) != runs.end())
      return refuse("tokenTypes", "must be 0 and 1 with model 'hunyuan_vl'");
    const Laid laid =
        prompt.is_hunyuan() ? indexed(prompt, runs, images) : boxes(prompt, runs, images, videos);
    for (const Grids* grids : {&images, &videos})
      if (grids->fault()) return *grids->fault();
    sequences.push_back(described(prompt, sequence, laid));
  }
  for (Grids* grids : {&images, &videos}) {
    grids->end();
    if (grids->fault()) return *grids->fault();
  }
  Json::Array axes;
  for (const char* axis : {"p", "w", "h", "t"})
    if (prompt.is_hunyuan() && (prompt.axes == 4 || *axis != 'p')) axes.emplace_back(axis);
  for (const char* axis : {"t", "h", "w"})
    if (!prompt.is_hunyuan()) axes.emplace_back(axis);
  return write_json(Json::Object{{"axes", std::move(axes)},
                                 {"transformers", prompt.releases},
                                 {"sequences", std::move(sequences)}});
}

}  // namespace posenc
