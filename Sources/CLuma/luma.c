#include "CLuma.h"
#include "kernel.h"

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
