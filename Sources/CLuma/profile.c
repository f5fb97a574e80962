#include "CLuma.h"
#include "kernel.h"

CLONES void luma_rows_8(
    const uint8_t *first, size_t stride, size_t rows, size_t count, uint32_t *sums) {
  for (size_t row = 0; row < rows; row++) {
    const uint8_t *samples = first + row * stride;
    uint32_t sum = 0;
    for (size_t i = 0; i < count; i++) sum += samples[i];
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
