#include "precision/method.hpp"

#include <array>
#include <iterator>  // std::size

namespace posenc {
namespace {

using enum Format;

constexpr PrecisionMethod kMethods[] = {
    {.id = "hf-f32",
     .title = "float32, 1/pow",
     .doc = "transformers: inverse frequencies 1 / base^(2i/dim) and their product with the "
            "position, all in float32.",
     .source = "huggingface/transformers#25681, #24262, #29285"},
    {.id = "rounded-f32",
     .title = "float32, best frequencies",
     .doc = "Frequencies correctly rounded to float32, product in float32: the most that more care "
            "with the frequencies alone can give.",
     .source = "posenc",
     .frequencies = FrequencyRule::nearest},
    {.id = "ggml-f32",
     .title = "float32, iterated",
     .doc = "ggml (llama.cpp) on the CPU: the angle of each pair is that of the pair before times "
            "base^(-2/dim), in float32, so that errors add up from pair to pair.",
     .source = "ggml-org/ggml, ggml_rope_cache_init",
     .frequencies = FrequencyRule::iterated},
    {.id = "exp-f32",
     .title = "float32, exp",
     .doc = "diffusers: frequencies exp(-ln(base)·i / (dim/2)) and their product with the "
            "position, all in float32.",
     .source = "huggingface/diffusers, get_timestep_embedding",
     .frequencies = FrequencyRule::exponential},
    {.id = "f64",
     .title = "float64",
     .doc = "The same as transformers in float64: what NumPy gives by default.",
     .source = "huggingface/transformers#46174 (where float64 is missing)",
     .arithmetic = float64,
     .operands = float64,
     .table = float64},
    {.id = "tf32",
     .title = "TF32 product",
     .doc = "The product as a matrix multiplication on NVIDIA GPUs with TF32 allowed: float32 "
            "position and frequency are rounded to 11 significant bits first.",
     .source = "huggingface/transformers#48428, #48450; NVIDIA/TensorRT-LLM#19532",
     .operands = tf32},
    {.id = "bf16",
     .title = "bf16 positions and frequencies",
     .doc = "Position and frequency are cast to bf16 with the rest of the model, then multiplied "
            "in float32.",
     .source = "sgl-project/sglang-jax#1472, huggingface/candle#3520, Modalities/modalities#462",
     .operands = bf16},
    {.id = "fp16",
     .title = "fp16 positions and frequencies",
     .doc = "The same with fp16. A position of 65520 or more becomes infinite; its cosine, and "
            "with it the error, is no number (NaN).",
     .source = "EleutherAI/gpt-neox#1003, ml-explore/mlx-lm#1076",
     .operands = fp16},
    {.id = "table-bf16",
     .title = "exact table in bf16",
     .doc = "Exact cosine and sine, each rounded once to bf16: what storing the table costs.",
     .source = "huggingface/transformers#29496, NVIDIA/Megatron-LM#744",
     .frequencies = FrequencyRule::exact,
     .arithmetic = float64,
     .operands = float64,
     .table = bf16},
    {.id = "table-fp16",
     .title = "exact table in fp16",
     .doc = "Exact cosine and sine, each rounded once to fp16.",
     .source = "vllm-project/vllm#863, #1004",
     .frequencies = FrequencyRule::exact,
     .arithmetic = float64,
     .operands = float64,
     .table = fp16},
};

constexpr auto kBare = [] {
  std::array<PrecisionMethod, std::size(kMethods)> bare{};
  for (std::size_t i = 0; i < bare.size(); ++i) {
    bare[i] = kMethods[i];
    bare[i].title = bare[i].doc = bare[i].source = {};
  }
  return bare;
}();

}  // namespace

std::span<const PrecisionMethod> precision_methods() noexcept { return kMethods; }
std::span<const PrecisionMethod> bare_precision_methods() noexcept { return kBare; }

const PrecisionMethod* find_precision_method(std::string_view id) noexcept {
  for (const PrecisionMethod& m : kBare)
    if (m.id == id) return &m;
  return nullptr;
}

}  // namespace posenc
