#include "config/multimodal_prompt.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/params.hpp"  // kMostInteger
#include "core/text.hpp"
#include "json/show.hpp"
#include "json/write.hpp"

namespace posenc::multimodal {
namespace {

constexpr std::array<std::string_view, 5> kModels = {"qwen2_vl", "qwen2_5_vl", "qwen3_vl", "glm4v",
                                                     "hunyuan_vl"};
constexpr std::array<std::string_view, 13> kNames = {
    "model",           "tokenTypes", "tokens",      "imageToken", "videoToken",
    "attentionMask",   "images",     "videos",      "mergeSize",  "secondsPerGrid",
    "tokensPerSecond", "axes",       "transformers"};

std::string item(std::string_view name, std::size_t i) {
  return std::string(name) + "[" + std::to_string(i) + "]";
}
Error must_be(std::string_view name, std::string_view what, const Json& got) {
  return refuse(name, "must be " + std::string(what) + ", got " + shown(got));
}
bool is_whole(double x, double least) {
  return x >= least && x <= kMostInteger && std::floor(x) == x;
}

using Numbers = std::vector<double>;
using Holds = bool (*)(double);

// A list whose values hold.
Result<Numbers> list_of(const Json& value, std::string_view name, const std::string& what,
                        Holds holds) {
  const Json::Array* items = value.array();
  if (items == nullptr) return must_be(name, "a list of " + what, value);
  Numbers out;
  for (const Json& each : *items) {
    const double* number = each.number();
    if (number == nullptr || !holds(*number))
      return must_be(item(name, out.size()), "one of " + what, each);
    out.push_back(*number);
  }
  return out;
}

// A list of lists; a single list becomes the only one.
Result<std::vector<Numbers>> lists_of(const Json& value, std::string_view name,
                                      const std::string& what, Holds holds) {
  std::vector<Numbers> out;
  const Json::Array* items = value.array();
  const bool nested = items != nullptr && !items->empty() && items->front().array() != nullptr;
  for (std::size_t i = 0; i < (nested ? items->size() : 1); ++i) {
    const Json& each = nested ? (*items)[i] : value;
    Result<Numbers> list = list_of(each, nested ? item(name, i) : std::string(name), what, holds);
    if (!list) return list.error();
    out.push_back(std::move(*list));
  }
  return out;
}

// Reads the fields of a prompt. The first fault stays, and what follows it has no effect.
class Reader {
 public:
  explicit Reader(const Json& json) : json_(json) {}

  Result<Prompt> prompt() {
    if (json_.object() == nullptr)
      return Error{ErrorCode::bad_argument, "prompt", "must be an object, got " + shown(json_)};
    for (const Json::Member& member : *json_.object())
      if (std::ranges::find(kNames, member.name) == kNames.end())
        return refuse(member.name, "is not a field of a prompt");
    Prompt out;
    read_model(out);
    const double merge = whole("mergeSize", 1, 2);
    read_sequences(out);
    out.images = grids("images", merge);
    out.videos = grids("videos", merge);
    if (out.is_hunyuan() && !out.videos.empty())
      fail("videos", "must be left out with model 'hunyuan_vl', which has images alone");
    read_steps(out);
    if (fault_) return *fault_;
    return out;
  }

 private:
  const Json* given(std::string_view name) const {
    const Json* value = json_.find(name);
    return value == nullptr || value->is_null() ? nullptr : value;
  }
  bool has(std::string_view name) const { return given(name) != nullptr; }
  void fail(std::string_view name, std::string_view message) { fail(refuse(name, message)); }
  void fail(Error error) {
    if (!fault_) fault_ = std::move(error);
  }
  double whole(std::string_view name, double least, double otherwise) {
    const Json* value = given(name);
    if (value == nullptr) return otherwise;
    const double* number = value->number();
    if (number != nullptr && is_whole(*number, least)) return *number;
    fail(must_be(name, "a whole number, at least " + number_text(least), *value));
    return otherwise;
  }

  // The model, and the release of transformers that has its rule.
  void read_model(Prompt& out) {
    const Json* model = given("model");
    const std::string* text = model == nullptr ? nullptr : model->text();
    const auto known = text == nullptr ? kModels.end() : std::ranges::find(kModels, *text);
    if (known == kModels.end()) {
      std::string all;
      for (const std::string_view each : kModels)
        all += (all.empty()              ? "'"
                : each == kModels.back() ? " or '"
                                         : ", '") +
               std::string(each) + "'";
      return fail(refuse(
          "model", "must be " + all + ", got " + (model == nullptr ? "nothing" : shown(*model))));
    }
    out.model = *known;
    const std::string quoted = "'" + std::string(out.model) + "'";
    const Json* release = given("transformers");
    const double* number = release == nullptr ? nullptr : release->number();
    const bool before_5_17 =
        release != nullptr && release->text() != nullptr && *release->text() == "5.16";
    if (release != nullptr && !before_5_17 && (number == nullptr || (*number != 4 && *number != 5)))
      return fail(must_be("transformers", "4, '5.16' or 5", *release));
    out.version4 = number != nullptr && *number == 4;
    cut_ = out.version4 || before_5_17;
    if (before_5_17 && out.model != "qwen2_5_vl")
      return fail("transformers",
                  "must be 4 or 5 with model " + quoted + ", whose rule no later release changed");
    out.releases = out.version4                ? "4"
                   : out.model != "qwen2_5_vl" ? "5"
                   : cut_                      ? "5.0 to 5.16"
                                               : "5.17 and later";
    if (out.is_hunyuan() && out.version4)
      return fail("transformers", "must be 5 with model 'hunyuan_vl'");
    if (!out.is_hunyuan()) {
      if (has("axes")) fail("axes", "has no effect with model " + quoted);
      return;
    }
    const Json* axes = given("axes");
    const double* count = axes == nullptr ? nullptr : axes->number();
    if (axes != nullptr && (count == nullptr || (*count != 3 && *count != 4)))
      return fail(must_be("axes", "3 or 4", *axes));
    out.axes = count == nullptr || *count == 4 ? 4 : 3;
  }

  void read_sequences(Prompt& out) {
    for (Numbers& kinds : token_kinds()) {
      Sequence sequence;
      for (const double kind : kinds) sequence.kinds.push_back(static_cast<Kind>(kind));
      out.sequences.push_back(std::move(sequence));
    }
    const Json* mask = given("attentionMask");
    if (mask == nullptr || fault_) return;
    const auto masks =
        lists_of(*mask, "attentionMask", "0 and 1", [](double x) { return x == 0 || x == 1; });
    if (!masks) return fail(masks.error());
    if (masks->size() != out.sequences.size())
      return fail("attentionMask", "must have a list for each of " +
                                       std::to_string(out.sequences.size()) + " sequences");
    for (std::size_t i = 0; i < masks->size(); ++i) {
      const Numbers& own = (*masks)[i];
      Sequence& sequence = out.sequences[i];
      if (own.size() != sequence.kinds.size())
        return fail("attentionMask", "must have " + std::to_string(sequence.kinds.size()) +
                                         " numbers in list " + std::to_string(i) + ", got " +
                                         std::to_string(own.size()));
      sequence.counts.emplace();
      for (const double one : own) sequence.counts->push_back(one != 0);
    }
  }

  // 0 text, 1 image, 2 video for each token, from their types or from the tokens themselves
  std::vector<Numbers> token_kinds() {
    const auto taken = [&](Result<std::vector<Numbers>> lists) {
      if (lists) return std::move(*lists);
      fail(lists.error());
      return std::vector<Numbers>();
    };
    if (has("tokenTypes") == has("tokens")) {
      fail("tokenTypes", "must be given, or tokens in its place, and not both");
      return {};
    }
    if (has("tokenTypes")) {
      for (const char* name : {"imageToken", "videoToken"})
        if (has(name)) fail(name, "has no effect together with tokenTypes");
      return taken(lists_of(*given("tokenTypes"), "tokenTypes", "0, 1 and 2",
                            [](double x) { return x == 0 || x == 1 || x == 2; }));
    }
    const double image = whole("imageToken", 0, -1), video = whole("videoToken", 0, -1);
    if (!has("imageToken") && !has("videoToken")) fail("imageToken", "must be given with tokens");
    if (has("imageToken") && image == video)
      fail("videoToken", "must be another one than imageToken");
    std::vector<Numbers> out = taken(lists_of(*given("tokens"), "tokens", "whole numbers",
                                              [](double x) { return is_whole(x, 0); }));
    for (Numbers& ids : out)
      for (double& id : ids) id = id == image ? 1 : id == video ? 2 : 0;
    return out;
  }

  std::vector<Grid> grids(std::string_view name, double merge) {
    std::vector<Grid> out;
    const Json* value = given(name);
    if (value == nullptr || fault_) return out;
    if (value->array() == nullptr) {
      fail(must_be(name, "a list of [t, h, w]", *value));
      return out;
    }
    for (const Json& each : *value->array()) {
      const std::string place = item(name, out.size());
      const auto sizes = list_of(each, place, "numbers of patches, from 1",
                                 [](double x) { return is_whole(x, 1); });
      if (!sizes) {
        fail(sizes.error());
      } else if (sizes->size() != 3) {
        fail(place, "must be [t, h, w], got " + std::to_string(sizes->size()) + " numbers");
      } else if (std::min((*sizes)[1], (*sizes)[2]) < merge) {
        fail(place,
             "must have at least mergeSize = " + number_text(merge) + " patches along h and w");
      } else {
        out.push_back(
            {(*sizes)[0], std::floor((*sizes)[1] / merge), std::floor((*sizes)[2] / merge)});
      }
      if (fault_) break;
    }
    return out;
  }

  // tokens_per_second times second_per_grid_ts. Before 5.17 transformers truncated the seconds to
  // an integer first, by int() and torch.as_tensor(..., dtype=long) of modeling_qwen2_5_vl.py.
  // Since then it truncates the product with the grid number (huggingface/transformers#48669).
  void read_steps(Prompt& out) {
    const bool timed = out.model == "qwen2_5_vl";
    for (const char* name : {"secondsPerGrid", "tokensPerSecond"}) {
      if (!has(name)) continue;
      if (!timed) return fail(name, "has no effect with model '" + std::string(out.model) + "'");
      if (out.videos.empty()) return fail(name, "has no effect without videos");
    }
    if (!timed || out.videos.empty()) return;
    if (!has("tokensPerSecond"))
      return fail("tokensPerSecond", "must be given, as in vision_config of the model");
    const double each = whole("tokensPerSecond", 1, 1);
    for (Grid& grid : out.videos) grid.step = each;
    const Json* value = given("secondsPerGrid");
    if (value == nullptr || fault_) return;
    const auto seconds =
        list_of(*value, "secondsPerGrid", "seconds", [](double x) { return x >= 0 && x <= 1e6; });
    if (!seconds) return fail(seconds.error());
    if (seconds->size() != out.videos.size())
      return fail("secondsPerGrid", "must have a number for each of " +
                                        std::to_string(out.videos.size()) + " videos");
    for (std::size_t i = 0; i < out.videos.size(); ++i) {
      const double own = (*seconds)[i];
      out.videos[i].step = each * (cut_ ? std::floor(own) : own);
    }
  }

  const Json& json_;
  std::optional<Error> fault_;
  bool cut_ = false;  // seconds are truncated to an integer
};

}  // namespace

Error refuse(std::string_view name, std::string_view message) {
  return {ErrorCode::bad_argument, "prompt." + std::string(name), std::string(message)};
}

Result<Prompt> read_prompt(const Json& prompt) { return Reader(prompt).prompt(); }

}  // namespace posenc::multimodal
