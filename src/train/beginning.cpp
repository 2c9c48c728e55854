#include "train/beginning.hpp"

#include <algorithm>
#include <cmath>  // std::isfinite

#include "train/checkpoint.hpp"
#include "train/run.hpp"

namespace posenc {
namespace {

std::string text_of(std::span<const std::uint64_t> shape) {
  std::string out = "(";
  for (const std::uint64_t size : shape) out += (out == "(" ? "" : ", ") + std::to_string(size);
  return out + ")";
}

std::optional<Error> bad_tensor(const ParameterTensor& own, const GivenTensor& given) {
  const std::vector<std::size_t> sizes = own.shape();
  const std::vector<std::uint64_t> shape(sizes.begin(), sizes.end());
  const std::string name = "the tensor '" + own.name + "' ";
  if (given.shape != shape)
    return bad_shape("weights", name, "has the shape ", text_of(given.shape),
                     ", and in this experiment ", text_of(shape));
  if (given.numbers.size() != own.size())
    return bad_argument("weights", name, "has ", given.numbers.size(),
                        " numbers, and its shape is ", text_of(shape));
  if (!std::ranges::all_of(given.numbers, [](float x) { return std::isfinite(x); }))
    return bad_argument("weights", name, "has a number that is not finite");
  return std::nullopt;
}

}  // namespace

Result<Beginning> Run::begin(std::span<const GivenTensor> given) {
  // The initial tangent kernel is recomputed from the seed after a checkpoint.
  if (plan_.tangent_samples > 0)
    return bad_argument(
        "weights", "cannot be given where tangentSamples asks how a kernel moved from its seed's");
  Beginning out;
  std::vector<float> weights = model_->parameters();
  for (const ParameterTensor& own : model_->tensors()) {
    const auto same = [&](const GivenTensor& one) { return one.name == own.name; };
    const auto count = std::ranges::count_if(given, same);
    if (count > 1) return bad_argument("weights", "has two tensors named '", own.name, "'");
    (count == 1 ? out.taken : out.fresh).push_back(own.name);
    if (count == 0) continue;
    const GivenTensor& one = *std::ranges::find_if(given, same);
    if (auto error = bad_tensor(own, one)) return *error;
    std::ranges::copy(one.numbers, weights.begin() + static_cast<std::ptrdiff_t>(own.first));
  }
  if (out.taken.empty())
    return bad_argument("weights", "has none of this experiment's tensors, such as '",
                        out.fresh.front(), "'");
  for (const GivenTensor& one : given)
    if (std::ranges::find(out.taken, one.name) == out.taken.end()) out.dropped.push_back(one.name);
  std::ranges::copy(weights, model_->parameters().begin());
  model_->refresh();
  begun_with_ = Checkpoint::hash(*this);
  return out;
}

}  // namespace posenc
