#include "CLuma.h"
#include "kernel.h"

// A lane of 16 bits holds a sum of MOST bytes; twice as many fit into a vector as of 32.
enum { LANES = 64, MOST = 256 };

CLONES void luma_rows_8(
    const uint8_t *first, size_t stride, size_t rows, size_t count, uint32_t *sums) {
  for (size_t row = 0; row < rows; row++) {
    const uint8_t *samples = first + row * stride;
    uint32_t sum = 0;
    size_t i = 0;
    while (i + LANES <= count) {
      uint16_t lanes[LANES] = {0};
      for (size_t n = 0; n < MOST && i + LANES <= count; n++, i += LANES)
        for (size_t lane = 0; lane < LANES; lane++) lanes[lane] += samples[i + lane];
      for (size_t lane = 0; lane < LANES; lane++) sum += lanes[lane];
    }
    for (; i < count; i++) sum += samples[i];
    sums[row] = sum;
  }
}

CLONES void luma_rows_16(
    const uint8_t *first, size_t stride, size_t rows, size_t count, uint32_t *sums) {
  for (size_t row = 0; row < rows; row++) {
    const loose16 *samples = (const loose16 *)(first + row * stride);
    uint32_t sum = 0;
    for (size_t i = 0; i < count; i++) sum += samples[i];
    sums[row] = sum;
  }
}

CLONES uint32_t luma_mismatch(
    const int32_t *a, const int32_t *b, size_t count, int32_t limit) {
  uint32_t sum = 0;
  for (size_t i = 0; i < count; i++) {
    int32_t away = a[i] - b[i];
    away = away < 0 ? -away : away;
    sum += (uint32_t)(away > limit ? limit : away);
  }
  return sum;
}

CLONES uint64_t luma_squares(const int32_t *a, const int32_t *b, size_t count, int32_t limit) {
  uint64_t sum = 0;
  for (size_t i = 0; i < count; i++) {
    int32_t away = a[i] - b[i];
    away = away > limit ? limit : away < -limit ? -limit : away;
    sum += (uint32_t)away * (uint32_t)away;
  }
  return sum;
}
