#include "CLuma.h"
#include "kernel.h"

// Columns are taken in blocks whose sums stay in registers while the rows are walked: each byte of
// the picture is loaded once and each sum stored once. Walking down a block defeats the hardware's
// prefetching, so the rows of the next call (those below) are asked for by hand: a third of the time.
enum { block = 128 };

// Asks for the cache lines of a block of the rows below. A prefetch of what is not there is harmless.
#define PREFETCH(samples, distance)                                                            \
  for (size_t k = 0; k < sizeof(*samples) * block; k += 64)                                    \
  __builtin_prefetch((const void *)((uintptr_t)(samples) + (distance) + k))

INLINE void columns_8(
    const uint8_t *first, size_t stride, size_t rows, size_t count, uint16_t *sums) {
  size_t i = 0;
  for (; i + block <= count; i += block) {
    uint16_t sum[block] = {0};
    for (size_t row = 0; row < rows; row++) {
      const uint8_t *samples = first + row * stride + i;
      PREFETCH(samples, rows * stride);
      for (size_t k = 0; k < block; k++) sum[k] += samples[k];
    }
    for (size_t k = 0; k < block; k++) sums[i + k] = sum[k];
  }
  for (; i < count; i++) {
    uint16_t sum = 0;
    for (size_t row = 0; row < rows; row++) sum += first[row * stride + i];
    sums[i] = sum;
  }
}

INLINE void columns_16(
    const uint8_t *first, size_t stride, size_t rows, size_t count, uint32_t *sums) {
  size_t i = 0;
  for (; i + block <= count; i += block) {
    uint32_t sum[block] = {0};
    for (size_t row = 0; row < rows; row++) {
      const loose16 *samples = (const loose16 *)(first + row * stride) + i;
      PREFETCH(samples, rows * stride);
      for (size_t k = 0; k < block; k++) sum[k] += samples[k];
    }
    for (size_t k = 0; k < block; k++) sums[i + k] = sum[k];
  }
  for (; i < count; i++) {
    uint32_t sum = 0;
    for (size_t row = 0; row < rows; row++) sum += ((const loose16 *)(first + row * stride))[i];
    sums[i] = sum;
  }
}

CLONES void luma_columns_8(
    const uint8_t *first, size_t stride, size_t rows, size_t count, uint16_t *sums) {
  // A known number of rows lets the compiler unroll the walk.
  if (rows == 8)
    columns_8(first, stride, 8, count, sums);
  else if (rows == 4)
    columns_8(first, stride, 4, count, sums);
  else
    columns_8(first, stride, rows, count, sums);
}

CLONES void luma_columns_16(
    const uint8_t *first, size_t stride, size_t rows, size_t count, uint32_t *sums) {
  if (rows == 8)
    columns_16(first, stride, 8, count, sums);
  else if (rows == 4)
    columns_16(first, stride, 4, count, sums);
  else
    columns_16(first, stride, rows, count, sums);
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
