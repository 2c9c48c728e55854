#include "posenc_train_weights.hpp"

#include <algorithm>
#include <bit>
#include <nlohmann/json.hpp>

#include "json/parsed.hpp"

namespace posenc {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::size_t kMostHeader = 1'000'000;  // as web/lib/files/read-safetensors.ts

Error unreadable(const std::string& why) {
  return bad_argument("weights", "is no file of float32 tensors: ", why);
}

std::uint64_t word(std::string_view bytes) {
  std::uint64_t x = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i)
    x |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  return x;
}
void put_word(std::string& out, std::uint64_t x, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i) out.push_back(static_cast<char>((x >> (8 * i)) & 0xff));
}

bool are_sizes(const json& list) {
  return list.is_array() && std::ranges::all_of(list, &json::is_number_unsigned);
}

struct Located {
  GivenTensor tensor;
  std::uint64_t begin, end;
};
Result<Located> located(const std::string& name, const json& entry, std::uint64_t bytes) {
  const std::string quoted = "'" + name.substr(0, 100) + "' ";
  if (!entry.is_object() || entry.value("dtype", json()) != "F32")
    return unreadable(quoted + "is not of dtype F32");
  const json shape = entry.value("shape", json()), offsets = entry.value("data_offsets", json());
  if (!are_sizes(shape) || !are_sizes(offsets) || offsets.size() != 2)
    return unreadable(quoted + "has no shape and data_offsets");
  Located out{{name, shape.get<std::vector<std::uint64_t>>(), {}}, offsets[0], offsets[1]};
  std::uint64_t size = sizeof(float);
  for (const std::uint64_t n : out.tensor.shape) {
    if (n > bytes) return unreadable(quoted + "is larger than the file");
    size *= n;  // of numbers no larger than the file: it is looked at before the next one
    if (size > bytes) return unreadable(quoted + "is larger than the file");
  }
  if (out.begin > out.end || out.end > bytes || out.end - out.begin != size)
    return unreadable(quoted + "has data_offsets that do not fit its shape");
  return out;
}

}  // namespace

Result<std::vector<GivenTensor>> tensors_of_file(std::string_view bytes) {
  const std::uint64_t length = bytes.size() < 8 ? 0 : word(bytes.substr(0, 8));
  if (length == 0 || length > kMostHeader || length > bytes.size() - 8)
    return unreadable("its header is cut off, or longer than " + std::to_string(kMostHeader));
  const Result<json> parsed = parsed_object(bytes.substr(8, length), R"({"name": …})");
  if (!parsed) return unreadable("its header " + parsed.error().message);
  const json& header = *parsed;
  const std::string_view data = bytes.substr(8 + length);
  std::vector<Located> all;
  for (const auto& [name, entry] : header.items()) {
    if (name == "__metadata__") continue;
    Result<Located> one = located(name, entry, data.size());
    if (!one) return one.error();
    all.push_back(std::move(*one));
  }
  std::ranges::stable_sort(all, {}, &Located::end);
  std::ranges::stable_sort(all, {}, &Located::begin);
  std::uint64_t at = 0;
  std::vector<GivenTensor> out;
  for (Located& one : all) {
    if (one.begin != at) return unreadable("its tensors overlap, or leave gaps");
    for (at = one.begin; at < one.end; at += sizeof(float))
      one.tensor.numbers.push_back(
          std::bit_cast<float>(static_cast<std::uint32_t>(word(data.substr(at, sizeof(float))))));
    out.push_back(std::move(one.tensor));
  }
  if (at != data.size()) return unreadable("its tensors end before it");
  return out;
}

std::string file_of_weights(Run& run, const std::string& experiment) {
  ordered_json axes = ordered_json::object(), entries = ordered_json::object();
  std::uint64_t end = 0;
  for (const ParameterTensor& tensor : run.model().tensors()) {
    ordered_json& names = axes[tensor.name] = ordered_json::array();
    for (std::string_view rest = tensor.axes; !rest.empty();) {
      const std::size_t comma = std::min(rest.find(','), rest.size());
      names.push_back(rest.substr(0, comma));
      rest.remove_prefix(std::min(comma + 1, rest.size()));
    }
    const std::uint64_t begin = end;
    end += tensor.size() * sizeof(float);
    entries[tensor.name] = {
        {"dtype", "F32"}, {"shape", tensor.shape()}, {"data_offsets", {begin, end}}};
  }
  ordered_json header = {{"__metadata__",
                          {{"layout", "(in, out): y = x @ weight + bias"},
                           {"axes", axes.dump()},
                           {"experiment", experiment}}}};
  header.update(entries);
  std::string text = header.dump();
  text.resize((text.size() + 7) / 8 * 8, ' ');  // so that the numbers are aligned
  std::string out;
  put_word(out, text.size(), 8);
  out += text;
  for (const float x : run.model().parameters())
    put_word(out, std::bit_cast<std::uint32_t>(x), sizeof(float));
  return out;
}

}  // namespace posenc
