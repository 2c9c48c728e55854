// Loads a GGUF of metadata with llama.cpp's own loader, builds the context and its graph, and
// executes each rotation of the graph on basis vectors. Prints JSON. No weight has memory: the
// loader makes tensors from the metadata alone.
//
// usage: llama-cpp FILE.gguf, whose only tensors are the factors of frequencies that the converter
// writes

#include "ggml-cpu.h"
#include "gguf.h"
#include "llama-context.h"
#include "llama-model.h"
#include "llama.h"

#include <cstdio>
#include <cstring>
#include <map>
#include <string>
#include <vector>

namespace {

constexpr int params_of_rope = 16;

std::string last_error;

void keep_error(ggml_log_level level, const char* text, void*) {
  // the first error has the reason; those that follow say only that loading failed
  if (level == GGML_LOG_LEVEL_ERROR && last_error.empty()) {
    last_error = text;
  }
}

[[noreturn]] void raise(const char* where) {
  std::string text = last_error.empty() ? "no message" : last_error;
  for (char& c : text) {
    if (c == '"' || c == '\\' || static_cast<unsigned char>(c) < ' ') {
      c = c == '"' ? '\'' : ' ';
    }
  }
  printf("{\"error\": \"%s\", \"where\": \"%s\"}\n", text.c_str(), where);
  exit(0);
}

// The layer that a node is named after: callers of the graph name a node "kind-layer".
int layer_of(const char* name) {
  const char* dash = strrchr(name, '-');
  if (dash == nullptr || dash[1] < '0' || dash[1] > '9') {
    return -1;
  }
  return atoi(dash + 1);
}

// Two rotations are equal if their parameters, the width of their rows and their factors are.
struct Rope {
  std::vector<int32_t> params;
  int64_t width;
  std::string factors;

  bool operator<(const Rope& other) const {
    return std::tie(params, width, factors) < std::tie(other.params, other.width, other.factors);
  }
  int integer(int i) const { return params[i]; }
  float number(int i) const {
    float value;
    memcpy(&value, &params[i], sizeof value);
    return value;
  }
};

using Factors = std::map<std::string, std::vector<float>>;

// Rows are basis vectors before the rotation; the rows that come out are printed.
void print_rotated(const Rope& rope, const Factors& factors, int position) {
  const int64_t width = rope.width;
  ggml_init_params memory = {static_cast<size_t>(width * width * 16 + (1 << 22)), nullptr, false};
  ggml_context* ctx = ggml_init(memory);
  const bool multi = rope.integer(2) & GGML_ROPE_TYPE_MROPE;

  ggml_tensor* basis = ggml_new_tensor_3d(ctx, GGML_TYPE_F32, width, width, 1);
  float* data = static_cast<float*>(basis->data);
  for (int64_t i = 0; i < width * width; i++) {
    data[i] = i / width == i % width;
  }
  // text has the same position in the first three of the four positions of M-RoPE, and 0 in the
  // last
  ggml_tensor* positions = ggml_new_tensor_1d(ctx, GGML_TYPE_I32, multi ? 4 : 1);
  for (int i = 0; i < (multi ? 4 : 1); i++) {
    static_cast<int32_t*>(positions->data)[i] = i < 3 ? position : 0;
  }
  ggml_tensor* divisors = nullptr;
  if (!rope.factors.empty()) {
    const auto& values = factors.at(rope.factors);
    divisors = ggml_new_tensor_1d(ctx, GGML_TYPE_F32, values.size());
    memcpy(divisors->data, values.data(), values.size() * sizeof(float));
  }
  int sections[4] = {};
  ggml_tensor* turned = multi ? ggml_rope_multi(ctx, basis, positions, divisors, rope.integer(1),
                                                sections, rope.integer(2), 0, 1, 1, 0, 1, 0, 0)
                              : ggml_rope_ext(ctx, basis, positions, divisors, rope.integer(1),
                                              rope.integer(2), 0, 1, 1, 0, 1, 0, 0);
  memcpy(turned->op_params, rope.params.data(), params_of_rope * sizeof(int32_t));

  ggml_cgraph* graph = ggml_new_graph(ctx);
  ggml_build_forward_expand(graph, turned);
  ggml_graph_compute_with_ctx(ctx, graph, 1);
  const float* out = static_cast<const float*>(turned->data);
  for (int64_t i = 0; i < width * width; i++) {
    printf(out[i] == 0 ? "%s0" : "%s%.9g", i ? "," : "[", out[i]);
  }
  printf("]");
  ggml_free(ctx);
}

// Tensors of the file, by name.
Factors factors_of(const gguf_context* file, ggml_context* tensors) {
  Factors found;
  for (int64_t i = 0; i < gguf_get_n_tensors(file); i++) {
    const char* name = gguf_get_tensor_name(file, i);
    ggml_tensor* one = ggml_get_tensor(tensors, name);
    const auto* data = static_cast<const float*>(one->data);
    found[name] = std::vector<float>(data, data + ggml_nelements(one));
  }
  return found;
}

// The loader makes every tensor that a model may have. Factors that the file lacks are taken away
// again.
void drop_absent(ggml_tensor*& tensor, const Factors& factors) {
  if (tensor != nullptr && factors.count(tensor->name) == 0) {
    tensor = nullptr;
  }
}

void print_numbers(const char* name, const std::map<float, bool>& values) {
  printf(",\"%s\":[", name);
  bool first = true;
  for (const auto& [value, _] : values) {
    printf("%s%.9g", first ? "" : ",", value);
    first = false;
  }
  printf("]");
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    return 2;
  }
  llama_log_set(keep_error, nullptr);
  llama_backend_init();

  ggml_context* tensors = nullptr;
  gguf_init_params reading = {/*.no_alloc =*/false, /*.ctx =*/&tensors};
  gguf_context* file = gguf_init_from_file(arguments[1], reading);
  if (file == nullptr) {
    raise("file");
  }
  const Factors factors = factors_of(file, tensors);

  llama_model_params loading = llama_model_default_params();
  loading.no_alloc = true;
  llama_model* model = llama_model_init_from_user(
      file, [](ggml_tensor*, void*) {}, nullptr, loading);
  if (model == nullptr) {
    raise("loader");
  }
  for (llama_layer& layer : model->layers) {
    drop_absent(layer.rope_freqs, factors);
    drop_absent(layer.rope_long, factors);
    drop_absent(layer.rope_short, factors);
  }

  llama_context_params settings = llama_context_default_params();
  settings.n_ctx = 0;  // what the model was trained for
  settings.n_batch = settings.n_ubatch = 16;
  llama_context* context = llama_init_from_model(model, settings);
  if (context == nullptr) {
    raise("context");
  }
  llama_memory_context_ptr cells;
  if (auto* memory = context->get_memory()) {
    cells = memory->init_full();
  }
  ggml_cgraph* graph = context->graph_reserve(16, 1, 16, cells.get(), /*split_only =*/true);
  if (graph == nullptr) {
    raise("graph");
  }

  const llama_hparams& h = model->hparams;
  const llama_cparams& c = context->get_cparams();
  printf(
      "{\"architecture\":\"%s\",\"type\":%d,\"layers\":%u,\"served\":%u,\"original\":%u,\"alibi\":%"
      ".9g",
      model->arch_name().c_str(), static_cast<int>(llama_model_rope_type(model)), h.n_layer(),
      h.n_ctx_train, c.n_ctx_orig_yarn, h.use_alibi ? h.f_max_alibi_bias : 0.0f);

  std::map<Rope, int> distinct;
  std::map<float, bool> scales;
  bool learned = false, buckets = false;
  const int nodes = ggml_graph_n_nodes(graph);
  printf(",\"uses\":[");
  bool first = true;
  for (int i = 0; i < nodes; i++) {
    const ggml_tensor* node = ggml_graph_node(graph, i);
    if (node->op == GGML_OP_FLASH_ATTN_EXT || node->op == GGML_OP_SOFT_MAX) {
      float scale;
      memcpy(&scale, node->op_params, sizeof scale);
      if (node->src[1] != nullptr) {  // an attention has a mask; a router does not
        scales[scale] = true;
      }
    }
    if (node->op == GGML_OP_GET_ROWS) {
      learned = learned || strstr(node->src[0]->name, "position_embd") != nullptr;
      buckets = buckets || strstr(node->src[0]->name, "attn_rel_b") != nullptr;
    }
    if (node->op != GGML_OP_ROPE) {
      continue;
    }
    int layer = -1;
    for (int j = i; j < nodes && layer < 0; j++) {
      layer = layer_of(ggml_graph_node(graph, j)->name);
    }
    Rope rope = {{node->op_params, node->op_params + params_of_rope}, node->src[0]->ne[0], ""};
    if (node->src[2] != nullptr) {
      rope.factors = node->src[2]->name;
    }
    const int number = distinct.emplace(rope, static_cast<int>(distinct.size())).first->second;
    printf("%s[%d,%d,\"%s\",\"%s\"]", first ? "" : ",", layer, number, node->name,
           node->src[0]->name);
    first = false;
  }
  printf("],\"learned\":%s,\"buckets\":%s", learned ? "true" : "false", buckets ? "true" : "false");
  print_numbers("scales", scales);

  std::vector<const Rope*> ordered(distinct.size());
  for (const auto& [rope, number] : distinct) {
    ordered[number] = &rope;
  }
  printf(",\"ropes\":[");
  fprintf(stderr,
          "turning vectors by ggml_rope\n");  // an assertion that fails says only its condition
  for (size_t i = 0; i < ordered.size(); i++) {
    const Rope& rope = *ordered[i];
    printf(
        "%s{\"width\":%d,\"count\":%d,\"mode\":%d,\"original\":%d,\"base\":%.9g,\"scale\":%.9g,"
        "\"extrapolation\":%.9g,"
        "\"attention\":%.9g,\"fast\":%.9g,\"slow\":%.9g,\"sections\":[%d,%d,%d,%d],\"factors\":\"%"
        "s\",\"zero\":",
        i ? "," : "", static_cast<int>(rope.width), rope.integer(1), rope.integer(2),
        rope.integer(4), rope.number(5), rope.number(6), rope.number(7), rope.number(8),
        rope.number(9), rope.number(10), rope.integer(11), rope.integer(12), rope.integer(13),
        rope.integer(14), rope.factors.c_str());
    print_rotated(rope, factors, 0);
    printf(",\"one\":");
    print_rotated(rope, factors, 1);
    printf("}");
  }
  printf("]}\n");
  fflush(stdout);
  _Exit(0);  // nothing that was made needs to be freed
}
