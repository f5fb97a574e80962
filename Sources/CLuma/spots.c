#include "CLuma.h"
#include "kernel.h"

CLONES uint32_t luma_spots(
    const int32_t *values, size_t side, double unit, uint8_t *spots, int64_t *total) {
  size_t count = side - 2;
  // Sums of three values side by side, of the last three rows.
  uint32_t sums[3][LUMA_SPOTS];
  uint32_t peak = 0;
  int64_t all = 0;
  for (size_t line = 0; line < side; line++) {
    const int32_t *row = values + line * side;
    uint32_t *own = sums[line % 3];
    for (size_t i = 0; i < side; i++) all += row[i];
    for (size_t i = 0; i < count; i++) own[i] = (uint32_t)(row[i] + row[i + 1] + row[i + 2]);
    if (line < 2) continue;
    for (size_t i = 0; i < count; i++) {
      uint32_t sum = sums[0][i] + sums[1][i] + sums[2][i];
      peak = sum > peak ? sum : peak;
      if (!spots) continue;
      double level = sum * unit + 0.5;
      spots[(line - 2) * count + i] = (uint8_t)(level < 255 ? level : 255);
    }
  }
  *total = all;
  return peak;
}
