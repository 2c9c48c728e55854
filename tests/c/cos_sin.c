/* Cosines and sines in posenc/c.h: the golden values of 16 bits for which rounding float32 again
 * is wrong, all types and layouts, and errors. Prints the failures; the exit status is their
 * number. */
#include <math.h>
#include <posenc/c.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition) check((condition), #condition, __LINE__)
#define FAILS(call, name, at) \
  check(!(call) && strcmp(error.code, name) == 0 && strcmp(error.field, at) == 0, #call, __LINE__)

static int failed = 0;
static void check(int holds, const char* what, int line) {
  if (holds) return;
  printf("line %d: %s\n", line, what);
  ++failed;
}

static char* text_of(const char* path) {
  FILE* file = fopen(path, "rb");
  char* text = calloc(1 << 16, 1);
  if (file == NULL || fread(text, 1, (1 << 16) - 1, file) == 0) {
    printf("%s cannot be read\n", path);
    exit(1);
  }
  fclose(file);
  return text;
}

/* Reads the list that follows `key` after `from`. */
static size_t numbers_of(const char* from, const char* key, double* out, size_t most) {
  const char* at = strchr(strstr(from, key), '[') + 1;
  size_t n = 0;
  while (n < most) {
    char* end;
    out[n++] = strtod(at, &end);
    if (*end != ',') break;
    at = end + 1;
  }
  return n;
}

/* Normal numbers of bfloat16 (7 bits of a fraction) and binary16 (10). */
static double number_of(uint16_t bits, int fraction) {
  const int field = (bits & 0x7fff) >> fraction, bias = fraction == 7 ? 127 : 15;
  const double size = ldexp(1 + ldexp(bits & ((1 << fraction) - 1), -fraction), field - bias);
  return bits >> 15 ? -size : size;
}

static void golden(const char* text, const char* format, posenc_type type, int fraction) {
  double positions[64], pairs[64], sine[64], expected[64];
  const char* inputs = strstr(strstr(text, "\"inputs\""), format);
  const size_t n = numbers_of(inputs, "\"positions\"", positions, 64);
  CHECK(n > 30 && numbers_of(inputs, "\"pairs\"", pairs, 64) == n);
  CHECK(numbers_of(inputs, "\"sine\"", sine, 64) == n);
  CHECK(numbers_of(strstr(text, "\"expected\""), format, expected, 64) == n);
  posenc_encoding* rope =
      posenc_prepare("{\"encoding\": \"rope\", \"dim\": 128, \"base\": 10000}", NULL);
  for (size_t k = 0; k < n; ++k) {
    uint16_t cos[64], sin[64];
    CHECK(posenc_cos_sin(rope, positions[k], 1, type, POSENC_HALF, cos, 64, sin, 64, NULL));
    const uint16_t bits = (sine[k] != 0 ? sin : cos)[(size_t)pairs[k]];
    CHECK(number_of(bits, fraction) == expected[k]);
  }
  posenc_release(rope);
}

/* One row of two pairs in every layout, of a type of `size` bytes. */
static void layouts(const posenc_encoding* rope, posenc_type type, size_t size) {
  char half[2][2 * 8], one[4 * 8], cos[4 * 8], sin[4 * 8];
  posenc_error error;
  CHECK(posenc_cos_sin(rope, 3, 1, type, POSENC_HALF, half[0], 2, half[1], 2, &error));
  CHECK(memcmp(half[0], half[1], 2 * size) != 0);
  CHECK(posenc_cos_sin(rope, 3, 1, type, POSENC_CONCATENATED, one, 4, NULL, 0, &error));
  CHECK(memcmp(one, half[0], 2 * size) == 0 && memcmp(one + 2 * size, half[1], 2 * size) == 0);
  CHECK(posenc_cos_sin(rope, 3, 1, type, POSENC_DOUBLED, cos, 4, sin, 4, &error));
  CHECK(memcmp(cos, half[0], 2 * size) == 0 && memcmp(cos + 2 * size, half[0], 2 * size) == 0);
  CHECK(memcmp(sin, half[1], 2 * size) == 0 && memcmp(sin + 2 * size, half[1], 2 * size) == 0);
  CHECK(posenc_cos_sin(rope, 3, 1, type, POSENC_REPEATED, cos, 4, sin, 4, &error));
  for (size_t i = 0; i < 4; ++i) {
    CHECK(memcmp(cos + i * size, half[0] + i / 2 * size, size) == 0);
    CHECK(memcmp(sin + i * size, half[1] + i / 2 * size, size) == 0);
  }
}

int main(int argc, char** argv) {
  char* text = text_of(argc > 1 ? argv[1] : "");
  golden(text, "\"bf16\"", POSENC_BF16, 7);
  golden(text, "\"f16\"", POSENC_F16, 10);
  free(text);

  posenc_error error;
  posenc_encoding* rope = posenc_prepare("{\"encoding\": \"rope\", \"dim\": 4}", &error);
  layouts(rope, POSENC_F32, sizeof(float));
  layouts(rope, POSENC_F64, sizeof(double));
  layouts(rope, POSENC_BF16, 2);
  layouts(rope, POSENC_F16, 2);

  /* float64 has the table's bits, float is rounded once from it unless it is halfway */
  double wide[2], table[4], sines[2];
  float narrow[2], narrow_sines[2];
  const double at[1] = {3};
  CHECK(posenc_cos_sin(rope, 3, 1, POSENC_F64, POSENC_HALF, wide, 2, sines, 2, &error));
  CHECK(posenc_table(rope, at, 1, POSENC_F64, table, 4, &error));
  CHECK(memcmp(wide, table, sizeof wide) == 0 && memcmp(sines, table + 2, sizeof sines) == 0);
  CHECK(posenc_cos_sin(rope, 3, 1, POSENC_F32, POSENC_HALF, narrow, 2, narrow_sines, 2, &error));
  CHECK(narrow[0] == (float)wide[0] && narrow_sines[1] == (float)sines[1]);

  FAILS(posenc_cos_sin(rope, 3, 1, POSENC_F32, POSENC_HALF, narrow, 1, narrow_sines, 2, &error),
        "bad_shape", "cos");
  FAILS(posenc_cos_sin(rope, 3, 1, POSENC_F32, POSENC_HALF, narrow, 2, NULL, 2, &error),
        "bad_argument", "sin");
  FAILS(posenc_cos_sin(rope, 3, 1, POSENC_F32, POSENC_CONCATENATED, table, 4, sines, 4, &error),
        "bad_shape", "sin");
  FAILS(posenc_cos_sin(rope, 3, 1, (posenc_type)9, POSENC_HALF, narrow, 2, narrow_sines, 2, &error),
        "bad_argument", "type");
  FAILS(
      posenc_cos_sin(rope, 3, 1, POSENC_F32, (posenc_layout)9, narrow, 2, narrow_sines, 2, &error),
      "bad_argument", "layout");
  FAILS(posenc_table(rope, at, 1, POSENC_F16, table, 4, &error), "bad_argument", "type");
  posenc_encoding* none = posenc_prepare("{\"encoding\": \"sinusoidal\", \"dim\": 4}", &error);
  FAILS(posenc_cos_sin(none, 3, 1, POSENC_F32, POSENC_HALF, narrow, 2, narrow_sines, 2, &error),
        "not_defined", "encoding");
  posenc_release(none);
  posenc_release(rope);
  if (failed == 0) puts("all hold");
  return failed;
}
