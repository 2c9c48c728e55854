/* A program in C: the guarantees of posenc/c.h other than values, which python/tests compares row
 * by row. Prints the failures; the exit status is their number. */
#include <math.h>
#include <posenc/c.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failed = 0;
static void check(int holds, const char* what, int line) {
  if (holds) return;
  printf("line %d: %s\n", line, what);
  ++failed;
}
#define CHECK(condition) check((condition), #condition, __LINE__)

static void fails(int done, const posenc_error* error, const char* code, const char* field,
                  int line) {
  if (!done && strcmp(error->code, code) == 0 && strcmp(error->field, field) == 0) return;
  printf("line %d: %d, code %s, field %s: %s\n", line, done, error->code, error->field,
         error->message);
  ++failed;
}
#define FAILS(call, code, field) fails((call) != 0, &error, code, field, __LINE__)

static posenc_encoding* prepared(const char* spec) {
  posenc_error error;
  posenc_encoding* encoding = posenc_prepare(spec, &error);
  if (encoding != NULL) return encoding;
  printf("%s: %s\n", spec, error.message);
  exit(1);
}

static void* make_table(void* encoding) {
  static const double positions[2] = {123456789.0, 1e15};
  double* out = malloc(2 * 64 * sizeof(double));
  for (int i = 0; i < 200; ++i)
    if (!posenc_table(encoding, positions, 2, POSENC_F64, out, 2 * 64, NULL)) out[0] = NAN;
  return out;
}

int main(void) {
  posenc_error error;
  CHECK(posenc_abi_version() == POSENC_ABI_VERSION);
  CHECK(strlen(posenc_version()) >= 5);
  CHECK(posenc_registry(NULL) == posenc_registry(NULL));
  CHECK(strstr(posenc_registry(NULL), "\"id\":\"sinusoidal\"") != NULL);

  /* the values of Vaswani et al. (2017), eq. in 3.5, to the last bit of 17 digits */
  posenc_encoding* four = prepared("{\"encoding\": \"sinusoidal\", \"dim\": 4}");
  const double far[2] = {3, 1e15};
  double wide[8];
  float narrow[8];
  CHECK(posenc_table(four, far, 2, POSENC_F64, wide, 8, &error));
  CHECK(wide[0] == 0.14112000805986721 && wide[1] == -0.98999249660044542);
  CHECK(wide[4] == 0.85827279317023586 && wide[7] == 0.95736371690083999);
  CHECK(posenc_table(four, far, 2, POSENC_F32, narrow, 8, &error));
  for (int i = 0; i < 8; ++i) CHECK(narrow[i] == (float)wide[i]);
  double from_range[8];
  CHECK(posenc_table_range(four, 3, 1e15 - 3, 2, POSENC_F64, from_range, 8, &error));
  CHECK(memcmp(wide, from_range, sizeof wide) == 0);

  /* sizes, and a caller compiled with a shorter structure */
  posenc_shape shape;
  CHECK(posenc_shape_of(four, &shape, sizeof shape, &error));
  CHECK(shape.axes == 1 && shape.width == 4 && shape.pairs == 2 && shape.rotated_width == 0);
  memset(&shape, 0xff, sizeof shape);
  CHECK(posenc_shape_of(four, &shape, 2 * sizeof(uint64_t), &error));
  CHECK(shape.axes == 1 && shape.width == 4 && shape.pairs == UINT64_MAX);

  /* every error has its code and field, and the next call works */
  FAILS(posenc_prepare("{\"encoding\": \"rope\"", &error) != NULL, "bad_json", "");
  FAILS(posenc_prepare("{\"encoding\": \"rope\", \"dim\": 7}", &error) != NULL, "bad_param", "dim");
  FAILS(posenc_prepare("{\"encoding\": \"none such\"}", &error) != NULL, "unknown_encoding",
        "encoding");
  FAILS(posenc_prepare(NULL, &error) != NULL, "bad_argument", "spec");
  FAILS(posenc_table(four, far, 2, POSENC_F64, wide, 7, &error), "bad_shape", "out");
  FAILS(posenc_table(four, NULL, 2, POSENC_F64, wide, 8, &error), "bad_argument", "positions");
  FAILS(posenc_table(four, far, 2, POSENC_F64, NULL, 8, &error), "bad_argument", "out");
  FAILS(posenc_table(four, far, 2, (posenc_type)7, wide, 8, &error), "bad_argument", "type");
  FAILS(posenc_table(NULL, far, 2, POSENC_F64, wide, 8, &error), "bad_argument", "encoding");
  FAILS(posenc_frequencies(four, wide, 3, &error), "bad_shape", "out");
  FAILS(posenc_rotate(four, far, 2, POSENC_QUERY, POSENC_F64, wide, 8, wide, 8, &error),
        "not_defined", "encoding");
  FAILS(posenc_shape_of(four, NULL, 8, &error), "bad_argument", "out");
  const double nowhere[1] = {NAN};
  FAILS(posenc_table(four, nowhere, 1, POSENC_F64, wide, 4, &error), "bad_positions", "positions");
  CHECK(posenc_table(four, far, 2, POSENC_F64, wide, 8, NULL) && wide[0] == from_range[0]);
  CHECK(posenc_prepare("", NULL) == NULL);

  /* a field that does not fit is cut off between two characters */
  char spec[400] = "{\"encoding\": \"rope\", \"";
  for (int i = 0; i < 70; ++i) strcat(spec, "\xc3\xa9");
  strcat(spec, "\": 1}");
  CHECK(posenc_prepare(spec, &error) == NULL && strcmp(error.code, "unknown_param") == 0);
  CHECK(strlen(error.field) == sizeof error.field - 2 && (unsigned char)error.field[92] == 0xc3);

  /* a rotation preserves lengths, also in place and as a key */
  posenc_encoding* rope = prepared("{\"encoding\": \"rope\", \"dim\": 4}");
  float x[4] = {1, 2, 3, 4};
  const double at[1] = {5};
  CHECK(posenc_rotate(rope, at, 1, POSENC_KEY, POSENC_F32, x, 4, x, 4, &error));
  CHECK(x[0] != 1 && fabsf(x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3] - 30) < 1e-5f);
  FAILS(posenc_rotate(rope, at, 1, (posenc_side)3, POSENC_F32, x, 4, x, 4, &error), "bad_argument",
        "side");
  posenc_release(rope);

  /* ALiBi's slopes for eight heads (Press et al., 2021): 1/2 ... 1/256 */
  posenc_encoding* alibi = prepared("{\"encoding\": \"alibi\", \"heads\": 8}");
  float bias[9];
  CHECK(posenc_attention_bias(alibi, 0, 3, 3, bias, 9, &error) && bias[6] == -1.0f &&
        isinf(bias[1]));
  posenc_facts* facts = posenc_facts_of(alibi, &error);
  size_t count = 0, cols = 0;
  CHECK(posenc_facts_count(facts) >= 1 && posenc_fact_name(facts, 0) != NULL);
  const double* slopes = posenc_fact_values(facts, 0, &count, &cols);
  CHECK(count == 8 && cols >= 1 && slopes[0] == 0.5 && slopes[7] == 1.0 / 256);
  CHECK(posenc_fact_values(facts, posenc_facts_count(facts), NULL, NULL) == NULL);
  posenc_facts_release(facts);
  posenc_release(alibi);

  /* one encoding, several threads */
  posenc_encoding* shared = prepared("{\"encoding\": \"sinusoidal\", \"dim\": 64}");
  pthread_t threads[4];
  void* made[4];
  for (int i = 0; i < 4; ++i) pthread_create(&threads[i], NULL, make_table, shared);
  for (int i = 0; i < 4; ++i) pthread_join(threads[i], &made[i]);
  for (int i = 1; i < 4; ++i) CHECK(memcmp(made[0], made[i], 2 * 64 * sizeof(double)) == 0);
  CHECK(!isnan(((double*)made[0])[0]));
  for (int i = 0; i < 4; ++i) free(made[i]);
  posenc_release(shared);

  /* the frequencies of a base that was ignored */
  const char* meant =
      "{\"expected\": [{\"spec\": {\"encoding\": \"rope\", \"dim\": 8, \"base\": 500000}}]}";
  const double ignored[4] = {1, 0.1, 0.01, 0.001};
  char* found = posenc_identify(ignored, 4, 1, POSENC_LIST, meant, &error);
  CHECK(found != NULL && strstr(found, "\"id\":\"base-default\"") != NULL);
  posenc_text_release(found);
  found = posenc_identify_text("tensor([1.0, 0.1, 0.01, 0.001])", NULL, &error);
  CHECK(found != NULL && strstr(found, "{\"verdict\":\"spec\"") == found);
  posenc_text_release(found);
  FAILS(posenc_identify(NULL, 4, 1, POSENC_LIST, meant, &error), "bad_argument", "values");
  FAILS(posenc_identify(ignored, 4, 3, POSENC_TABLE, NULL, &error), "bad_shape", "rows");
  FAILS(posenc_identify(ignored, 4, 1, (posenc_subject)3, NULL, &error), "bad_argument", "subject");
  FAILS(posenc_identify_text("1, x", NULL, &error), "bad_argument", "numbers");
  FAILS(posenc_identify_text("1, 2", "{\"expected\": [{\"spec\": {\"encoding\": \"rope\"}}]}",
                             &error),
        "missing_param", "expected[0].spec.dim");
  found = posenc_multimodal_ids(
      "{\"model\": \"qwen2_vl\", \"tokenTypes\": [0, 1, 0], \"images\": [[1, 2, 2]]}", &error);
  CHECK(found != NULL &&
        strstr(found, "\"data\":[0,0,0,1,1,1,2,2,2],\"rows\":3,\"cols\":3") != NULL);
  posenc_text_release(found);
  FAILS(posenc_multimodal_ids("{\"model\": \"llava\"}", &error), "bad_argument", "prompt.model");
  FAILS(posenc_multimodal_ids("{", &error), "bad_json", "");
  FAILS(posenc_multimodal_ids(NULL, &error), "bad_argument", "prompt");
  posenc_text_release(NULL);

  posenc_release(four);
  posenc_release(NULL);
  posenc_facts_release(NULL);
  if (failed == 0) puts("all hold");
  return failed;
}
