#include "CLuma.h"
#include "kernel.h"

#include <string.h>

// Sums of four columns side by side, of as many as fill the widest registers.
enum { TOGETHER = 8 };
typedef uint64_t fours __attribute__((vector_size(8 * TOGETHER)));
typedef uint32_t tile_sums __attribute__((vector_size(4 * TOGETHER)));

// A function would take its arguments differently on every kind of machine.
#define LOAD(values, from) memcpy(&(values), (from), sizeof(values))
#define EVEN(values) ((values) & 0x0000FFFF0000FFFF)
#define BOTH(pairs) (((pairs) & 0xFFFFFFFF) + ((pairs) >> 32))
#define NEIGHBOURS(a, b)                                                                       \
  (__builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14)                                    \
   + __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15))
#define STORE(out, sums)                                                                       \
  do {                                                                                         \
    tile_sums narrow = __builtin_convertvector(sums, tile_sums);                               \
    memcpy(out, &narrow, sizeof(narrow));                                                      \
  } while (0)

// Tiles of eight columns, one channel or two by turns, or of four of one channel, as planar and semiplanar
// formats have; the number of tiles that were taken. Masks part the sums of 16 bits
// into two of 32 a word, which are added there.
INLINE size_t folded(
    const uint16_t *sums, size_t tiles, size_t period, size_t count, uint32_t *out,
    size_t out_stride) {
  size_t t = 0;
  for (; t + TOGETHER <= tiles; t += TOGETHER) {
    const uint16_t *first = sums + t * period * count;
    fours a, b;
    LOAD(a, first);
    if (period * count == 4) {
      STORE(out + t, BOTH(EVEN(a) + EVEN(a >> 16)));
      continue;
    }
    LOAD(b, first + 4 * TOGETHER);
    fours even_a = EVEN(a), even_b = EVEN(b), odd_a = EVEN(a >> 16), odd_b = EVEN(b >> 16);
    if (period == 1) {
      STORE(out + t, NEIGHBOURS(BOTH(even_a + odd_a), BOTH(even_b + odd_b)));
    } else {
      STORE(out + t, NEIGHBOURS(BOTH(even_a), BOTH(even_b)));
      STORE(out + out_stride + t, NEIGHBOURS(BOTH(odd_a), BOTH(odd_b)));
    }
  }
  return t;
}

#define FOLD(name, type)                                                                       \
  INLINE void name(                                                                            \
      const type *sums, size_t tiles, size_t period, size_t count, uint32_t *out,              \
      size_t out_stride) {                                                                     \
    for (size_t t = 0; t < tiles; t++) {                                                       \
      const type *tile = sums + t * period * count;                                            \
      for (size_t c = 0; c < period; c++) {                                                    \
        uint32_t sum = 0;                                                                      \
        for (size_t k = 0; k < count; k++) sum += tile[k * period + c];                        \
        out[c * out_stride + t] = sum;                                                         \
      }                                                                                        \
    }                                                                                          \
  }

FOLD(fold_8, uint16_t)
FOLD(fold_16, uint32_t)

// The shapes that real formats have get code of their own; any other is folded by the last line.
#define SHAPES(fold)                                                                           \
  if (period == 1 && count == 8)                                                               \
    fold(sums, tiles, 1, 8, out, out_stride);                                                  \
  else if (period == 1 && count == 4)                                                          \
    fold(sums, tiles, 1, 4, out, out_stride);                                                  \
  else if (period == 2 && count == 4)                                                          \
    fold(sums, tiles, 2, 4, out, out_stride);                                                  \
  else if (period == 3 && count == 8)                                                          \
    fold(sums, tiles, 3, 8, out, out_stride);                                                  \
  else if (period == 4 && count == 8)                                                          \
    fold(sums, tiles, 4, 8, out, out_stride);                                                  \
  else if (period == 4 && count == 4)                                                          \
    fold(sums, tiles, 4, 4, out, out_stride);                                                  \
  else                                                                                         \
    fold(sums, tiles, period, count, out, out_stride)

CLONES void luma_fold_8(
    const uint16_t *sums, size_t tiles, size_t period, size_t count, uint32_t *out,
    size_t out_stride) {
  size_t t = 0;
  if (period == 1 && count == 8) t = folded(sums, tiles, 1, 8, out, out_stride);
  if (period == 1 && count == 4) t = folded(sums, tiles, 1, 4, out, out_stride);
  if (period == 2 && count == 4) t = folded(sums, tiles, 2, 4, out, out_stride);
  sums += t * period * count;
  tiles -= t;
  out += t;
  SHAPES(fold_8);
}

CLONES void luma_fold_16(
    const uint32_t *sums, size_t tiles, size_t period, size_t count, uint32_t *out,
    size_t out_stride) {
  SHAPES(fold_16);
}

CLONES void luma_weigh(
    const uint32_t *sums, size_t stride, size_t channels, const float *weights, float offset,
    size_t tiles, float *out) {
  for (size_t t = 0; t < tiles; t++) out[t] = offset;
  for (size_t c = 0; c < channels; c++) {
    float weight = weights[c];
    if (weight == 0) continue;
    const uint32_t *channel = sums + c * stride;
    for (size_t t = 0; t < tiles; t++) out[t] += weight * (float)channel[t];
  }
}
