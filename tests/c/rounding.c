/* Every function of posenc/c.h under each rounding mode of the caller: the same bits as under
 * rounding to nearest, and the mode is restored. symbols.sh checks that none is missing. The
 * specs have numbers that are not exact in double, because parsing also rounds. */
#include <fenv.h>
#include <posenc/c.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kMost = 4096 };
static const char* const specs[] = {
    "{\"encoding\": \"sinusoidal\", \"dim\": 16, \"base\": 0.1}",
    "{\"encoding\": \"rope\", \"dim\": 16, \"base\": 123.456}",
    "{\"encoding\": \"rope\", \"dim\": 16, \"scaling\": {\"type\": \"yarn\", \"factor\": 1.3, "
    "\"originalContext\": 4096}}",
    "{\"encoding\": \"xpos\", \"dim\": 16, \"scaleBase\": 511.3}",
    "{\"encoding\": \"random-fourier\", \"dim\": 16, \"sigma\": 0.3}",
    "{\"encoding\": \"learned\", \"dim\": 4, \"values\": [0.1, 0.2, 0.3, 1e-310, 0.7, 1.1, 1e23, "
    "3.3]}",
    "{\"encoding\": \"alibi\", \"heads\": 12}",
    "{\"encoding\": \"t5\", \"heads\": 2}",
    "{\"encoding\": \"fire\", \"heads\": 2}",
    "{\"encoding\": \"kerple\", \"heads\": 2}",
};

/* FNV-1a over all output bytes */
static uint64_t hash;
static void add(const void* bytes, size_t size) {
  for (size_t i = 0; i < size; ++i)
    hash = (hash ^ ((const unsigned char*)bytes)[i]) * 1099511628211u;
}

static unsigned char out[kMost * sizeof(double)];
static int done; /* calls that succeeded */
/* hashes the output of a successful call, or the error */
static void took(int given, size_t count, size_t size, const posenc_error* error) {
  if (given)
    add(out, count * size), ++done;
  else
    add(error->code, strlen(error->code)), add(error->message, strlen(error->message));
}

static void everything(const char* spec) {
  static const double positions[6] = {0, 1, 2.3, 4, 5, 6}, offsets[4] = {0, 0.1, 7, 1e9};
  double x[6 * 64];
  for (int i = 0; i < 6 * 64; ++i) x[i] = (i % 7 - 3) / 8.0;
  posenc_error error;
  posenc_encoding* encoding = posenc_prepare(spec, &error);
  if (encoding == NULL) {
    printf("%s: %s\n", spec, error.message);
    exit(1);
  }
  posenc_shape shape;
  if (posenc_shape_of(encoding, &shape, sizeof shape, &error)) add(&shape, sizeof shape);
  const size_t n = 2, axes = shape.axes, w = shape.width, p = shape.pairs;
  double* f64 = (double*)out;
  took(posenc_frequencies(encoding, f64, p * axes, &error), p * axes, 8, &error);
  for (int wide = 0; wide < 2; ++wide) {
    const posenc_type type = wide ? POSENC_F64 : POSENC_F32;
    const size_t size = wide ? 8 : 4;
    took(posenc_table(encoding, positions, n * axes, type, out, n * w, &error), n * w, size,
         &error);
    took(posenc_table_range(encoding, 0.1, 0.3, 3, type, out, 3 * w, &error), 3 * w, size, &error);
    float narrow[2 * 64];
    for (int i = 0; i < 2 * 64; ++i) narrow[i] = (float)x[i];
    took(posenc_rotate(encoding, positions + 1, n * axes, POSENC_KEY, type,
                       wide ? (const void*)x : narrow, n * shape.head_dim, out,
                       n * shape.rotated_width, &error),
         n * shape.rotated_width, size, &error);
  }
  for (posenc_type type = POSENC_F32; type <= POSENC_F16; ++type) {
    const size_t size = type == POSENC_F32 ? 4 : type == POSENC_F64 ? 8 : 2;
    took(posenc_cos_sin(encoding, 0.7, 3, type, POSENC_CONCATENATED, out, 3 * 2 * p, NULL, 0,
                        &error),
         3 * 2 * p, size, &error);
  }
  took(posenc_derivative(encoding, positions, n * axes, 0, f64, n * w, &error), n * w, 8, &error);
  took(posenc_kernel_profile(encoding, offsets, 4 * axes, f64, 4, &error), 4, 8, &error);
  took(posenc_decay_bound(encoding, offsets, 4, f64, 4, &error), 4, 8, &error);
  took(posenc_gram(encoding, positions, n * axes, f64, n * n, &error), n * n, 8, &error);
  const size_t cells = shape.cells ? shape.cells : 5;
  took(posenc_attention_bias(encoding, 0, cells, cells, (float*)out, cells * cells, &error),
       cells * cells, 4, &error);
  took(posenc_relative_map(encoding, cells, cells, f64, cells * cells, &error), cells * cells, 8,
       &error);
  const size_t d = shape.score_dim ? shape.score_dim : shape.head_dim ? shape.head_dim : 4;
  took(posenc_attention_scores(encoding, positions, n * axes, x, n * d, positions, n * axes, x,
                               n * d, 0, f64, n * shape.score_terms * n, &error),
       n * shape.score_terms * n, 8, &error);
  posenc_facts* facts = posenc_facts_of(encoding, &error);
  for (size_t i = 0; i < posenc_facts_count(facts); ++i) {
    size_t count = 0, cols = 0;
    const double* values = posenc_fact_values(facts, i, &count, &cols);
    add(posenc_fact_name(facts, i), strlen(posenc_fact_name(facts, i)));
    add(posenc_fact_doc(facts, i), strlen(posenc_fact_doc(facts, i)));
    add(values, count * sizeof *values);
  }
  posenc_facts_release(facts);
  posenc_release(encoding);
}

/* texts: the search among specs, in numbers of which the last is off, and ids of a video */
static void texts_made(void) {
  posenc_error error;
  const double numbers[4] = {1, 0.1, 0.01, 0.0011};
  char* texts[] = {posenc_identify(numbers, 4, 1, POSENC_LIST, NULL, &error),
                   posenc_identify_text("1.0, 0.1, 0.01, 0.0011", NULL, &error),
                   posenc_multimodal_ids("{\"model\": \"qwen2_5_vl\", \"tokenTypes\": [0, 2, 2], "
                                         "\"videos\": [[2, 2, 2]], \"tokensPerSecond\": 3, "
                                         "\"secondsPerGrid\": [0.7]}",
                                         &error)};
  for (int i = 0; i < 3; ++i) {
    add(texts[i], strlen(texts[i]));
    posenc_text_release(texts[i]);
  }
}

int main(void) {
  static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  static const size_t count = sizeof specs / sizeof *specs;
  uint64_t expected[sizeof specs / sizeof *specs];
  int failed = 0;
  for (int m = 0; m < 4; ++m) {
    fesetround(modes[m]);
    /* the first call builds the registry's string, so each process tests one mode */
    const char* registry = posenc_registry(NULL);
    const uint32_t abi = posenc_abi_version();
    const char* version = posenc_version();
    for (size_t s = 0; s < count; ++s) {
      hash = 14695981039346656037u;
      done = 0;
      add(registry, strlen(registry)), add(&abi, sizeof abi), add(version, strlen(version));
      everything(specs[s]);
      if (s == 0) texts_made();
      if (fegetround() != modes[m])
        printf("%s: mode %d is not given back\n", specs[s], m), ++failed;
      if (m == 0)
        expected[s] = hash;
      else if (hash != expected[s])
        printf("%s: other bits in mode %d\n", specs[s], m), ++failed;
      if (done < 2) printf("%s: only %d calls gave numbers\n", specs[s], done), ++failed;
    }
  }
  fesetround(FE_TONEAREST);
  if (failed == 0) puts("all hold");
  return failed != 0;
}
