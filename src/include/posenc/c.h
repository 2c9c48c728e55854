/* The C interface: the methods of posenc/prepared.hpp for programs in any language.
 *
 *   posenc_error error;
 *   posenc_encoding* rope = posenc_prepare("{\"encoding\": \"rope\", \"dim\": 128}", &error);
 *   if (rope == NULL) puts(error.message);
 *   double frequencies[64];
 *   posenc_frequencies(rope, frequencies, 64, &error);
 *   posenc_release(rope);
 *
 * n = positions, a = axes (coordinates of a position), w = width of the table, p = pairs.
 * Matrices are row-major, in memory of the caller; the element count follows each array argument.
 * Positions are (n, a), finite and at most 2^53 in absolute value.
 *
 * A function that can fail returns 1 or a pointer on success. On failure it returns 0 or NULL and
 * writes the reason to `error`, which may be NULL. Nothing is thrown or printed, and later calls
 * work after a failure. All functions may be called from several threads at once, also with the
 * same encoding. Only a release must be the last call that uses its argument.
 *
 * Results have the bits of posenc/prepared.hpp, whatever the caller's rounding mode. Names, types
 * and meanings do not change within a POSENC_ABI_VERSION; structures grow at their end only. */
#ifndef POSENC_C_H
#define POSENC_C_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define POSENC_API __attribute__((visibility("default")))
#else
#define POSENC_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define POSENC_ABI_VERSION 1

/* Strings are null-terminated. If too long, they are cut off between two UTF-8 characters. */
typedef struct posenc_error {
  char code[32];     /* "bad_param": one of the closed list in posenc_registry */
  char field[96];    /* "scaling.factor"; may be empty */
  char message[512]; /* what was given and what is allowed */
} posenc_error;

typedef struct posenc_encoding posenc_encoding; /* a prepared spec */
typedef struct posenc_facts posenc_facts;       /* quantities that an encoding reports on itself */

/* float, double; for posenc_cos_sin also bfloat16 and IEEE 754's binary16, as uint16_t */
typedef enum posenc_type {
  POSENC_F32 = 0,
  POSENC_F64 = 1,
  POSENC_BF16 = 2,
  POSENC_F16 = 3
} posenc_type;
/* POSENC_OUTPUT rotates an output back by the angles of its query, for values rotated like keys. */
typedef enum posenc_side { POSENC_QUERY = 0, POSENC_KEY = 1, POSENC_OUTPUT = 2 } posenc_side;

/* Layouts in engines: cosines and sines apart; in one row, cosines first (vLLM); apart, with all
 * pairs twice, c0 c1 ... c0 c1 ... (transformers), or each pair twice, c0 c0 c1 c1 ... */
typedef enum posenc_layout {
  POSENC_HALF = 0,
  POSENC_CONCATENATED = 1,
  POSENC_DOUBLED = 2,
  POSENC_REPEATED = 3
} posenc_layout;

typedef struct posenc_shape {
  uint64_t axes;          /* coordinates of a position */
  uint64_t width;         /* channels of the table; 0 = no table */
  uint64_t pairs;         /* frequencies; 0 = no waves */
  uint64_t heads;         /* heads of the bias; 0 = no bias */
  uint64_t head_dim;      /* elements of a vector before rotation ... */
  uint64_t rotated_width; /* ... and after it; 0 = no rotation */
  uint64_t score_dim;     /* elements of a query for posenc_attention_scores; 0 = any */
  uint64_t score_terms;   /* terms of a logit */
  uint64_t cells;         /* cells of the window, the length of a bias or map; 0 = any */
} posenc_shape;

/* The version of the loaded library; compare it with POSENC_ABI_VERSION before any other call. */
POSENC_API uint32_t posenc_abi_version(void);
/* "0.1.0"; a static string, do not free it */
POSENC_API const char* posenc_version(void);
/* Error codes, encodings and context extensions, with parameters, formulas and sources, as JSON.
 * A static string, do not free it. */
POSENC_API const char* posenc_registry(posenc_error* error);

/* `spec` is JSON, the same as in all languages: {"encoding": "rope", "dim": 128}. */
POSENC_API posenc_encoding* posenc_prepare(const char* spec, posenc_error* error);
/* NULL is allowed. */
POSENC_API void posenc_release(posenc_encoding* encoding);
/* `size` is the caller's sizeof(posenc_shape). */
POSENC_API int posenc_shape_of(const posenc_encoding* encoding, posenc_shape* out, size_t size,
                               posenc_error* error);

/* (p, a) rad per unit of each coordinate */
POSENC_API int posenc_frequencies(const posenc_encoding* encoding, double* out, size_t out_count,
                                  posenc_error* error);

/* (n, w). Waves: float is correctly rounded, double is within 1 ulp, both of the wave times its
 * amplitude, which is a double (YaRN's factor is rounded to one first). The registry states the
 * error of other tables. */
POSENC_API int posenc_table(const posenc_encoding* encoding, const double* positions,
                            size_t position_count, posenc_type type, void* out, size_t out_count,
                            posenc_error* error);
/* Like posenc_table at positions start + k * step, k = 0 ... count - 1, but faster. */
POSENC_API int posenc_table_range(const posenc_encoding* encoding, double start, double step,
                                  size_t count, posenc_type type, void* out, size_t out_count,
                                  posenc_error* error);
/* (n, w) derivative with respect to coordinate `axis` */
POSENC_API int posenc_derivative(const posenc_encoding* encoding, const double* positions,
                                 size_t position_count, size_t axis, double* out, size_t out_count,
                                 posenc_error* error);

/* For a rotary encoding of one coordinate, at start, start + 1, ...: `cos` and `sin` are (count,
 * p), or (count, 2p) if the layout has each pair twice. With POSENC_CONCATENATED `cos` holds
 * both, (count, 2p), and `sin` is NULL. Includes the factor of a context extension, which is a
 * double. All types but double are the exact product rounded once; double is within 1 ulp. */
POSENC_API int posenc_cos_sin(const posenc_encoding* encoding, double start, size_t count,
                              posenc_type type, posenc_layout layout, void* cos, size_t cos_count,
                              void* sin, size_t sin_count, posenc_error* error);

/* (offsets) sum over channels of table[m] * table[m - offset] */
POSENC_API int posenc_kernel_profile(const posenc_encoding* encoding, const double* offsets,
                                     size_t offset_count, double* out, size_t out_count,
                                     posenc_error* error);
/* (offsets) RoFormer's long-term decay curve */
POSENC_API int posenc_decay_bound(const posenc_encoding* encoding, const double* offsets,
                                  size_t offset_count, double* out, size_t out_count,
                                  posenc_error* error);
/* (n, n) table * table^T */
POSENC_API int posenc_gram(const posenc_encoding* encoding, const double* positions,
                           size_t position_count, double* out, size_t out_count,
                           posenc_error* error);

/* x (n, head_dim) to out (n, rotated_width), both of `type`. `out` may be x if the widths are
 * equal. */
POSENC_API int posenc_rotate(const posenc_encoding* encoding, const double* positions,
                             size_t position_count, posenc_side side, posenc_type type,
                             const void* x, size_t x_count, void* out, size_t out_count,
                             posenc_error* error);

/* (n_query, n_key) of one head, -infinity where masked. The last query is at the last key. */
POSENC_API int posenc_attention_bias(const posenc_encoding* encoding, size_t head, size_t n_query,
                                     size_t n_key, float* out, size_t out_count,
                                     posenc_error* error);
/* (n_query, n_key) the distance, or row of a learned table, of each pair; NaN where masked */
POSENC_API int posenc_relative_map(const posenc_encoding* encoding, size_t n_query, size_t n_key,
                                   double* out, size_t out_count, posenc_error* error);
/* q (n_query, d), k (n_key, d) to out (n_query, score_terms, n_key), the terms of each logit;
 * `head` selects the head of a bias */
POSENC_API int posenc_attention_scores(const posenc_encoding* encoding,
                                       const double* query_positions, size_t query_position_count,
                                       const double* q, size_t q_count, const double* key_positions,
                                       size_t key_position_count, const double* k, size_t k_count,
                                       size_t head, double* out, size_t out_count,
                                       posenc_error* error);

POSENC_API posenc_facts* posenc_facts_of(const posenc_encoding* encoding, posenc_error* error);
POSENC_API void posenc_facts_release(posenc_facts* facts);
POSENC_API size_t posenc_facts_count(const posenc_facts* facts);
/* NULL past the last fact. Strings and values belong to `facts` and are released with it. */
POSENC_API const char* posenc_fact_name(const posenc_facts* facts, size_t index);
POSENC_API const char* posenc_fact_doc(const posenc_facts* facts, size_t index);
/* (count / cols, cols) */
POSENC_API const double* posenc_fact_values(const posenc_facts* facts, size_t index, size_t* count,
                                            size_t* cols);

/* What given numbers are: one list of frequencies, rad per position; a table with a row for each
 * position, of cosines, sines or both; or rows of all cosines, then all sines. */
typedef enum posenc_subject {
  POSENC_LIST = 0,
  POSENC_TABLE = 1,
  POSENC_COS_SIN = 2
} posenc_subject;

/* Finds the spec or the known mistake that made rotary numbers: posenc/identify.hpp. `values` is
 * (rows, count / rows); `options` is JSON, or NULL for none. The result is a JSON text, which
 * posenc_text_release releases. */
POSENC_API char* posenc_identify(const double* values, size_t count, size_t rows,
                                 posenc_subject subject, const char* options, posenc_error* error);
/* The same for numbers as Python, NumPy, PyTorch and JSON print them. */
POSENC_API char* posenc_identify_text(const char* numbers, const char* options,
                                      posenc_error* error);
/* Position ids of a prompt with images and videos: posenc/multimodal.hpp. `prompt` is JSON, and so
 * is the result, which posenc_text_release releases. */
POSENC_API char* posenc_multimodal_ids(const char* prompt, posenc_error* error);
/* NULL is allowed. */
POSENC_API void posenc_text_release(char* text);

#ifdef __cplusplus
}
#endif
#endif
