#include "CLuma.h"
#include "kernel.h"

#include <string.h>

// A row of the largest square in one register, or two.
typedef uint8_t line __attribute__((vector_size(64)));

enum { HALF = LUMA_SQUARES - 1, SIDE = 2 * HALF + 1 };
_Static_assert(SIDE <= sizeof(line), "a row of the largest square fills one register");

// Takes the columns of a row that are in sight into the greatest of each column.
#define TAKE(row)                                                                              \
  do {                                                                                         \
    line found;                                                                                \
    read_row(samples + lines[row], places, left, right, values);                               \
    memcpy(&found, values, sizeof(found));                                                     \
    most = __builtin_elementwise_max(most, found);                                             \
  } while (0)

INLINE void read_row(
    const uint8_t *samples, const size_t *places, size_t left, size_t right, uint8_t *values) {
  // In one piece, unless the row goes round the map's side.
  if (places[left] + (right - 1 - left) == places[right - 1]) {
    memcpy(values + left, samples + places[left], right - left);
  } else {
    for (size_t column = left; column < right; column++) values[column] = samples[places[column]];
  }
}

CLONES void luma_square_peaks(
    const uint8_t *samples, const size_t *lines, const size_t *places, size_t top, size_t bottom,
    size_t left, size_t right, uint8_t *out) {
  memset(out, 0, LUMA_SQUARES);
  if (top >= bottom || left >= right) return;
  line column, most = {0};
  uint8_t values[sizeof(line)] = {0};
  for (size_t i = 0; i < sizeof(line); i++) column[i] = (uint8_t)i;
  for (size_t radius = 0; radius <= HALF; radius++) {
    size_t first = HALF - radius, last = HALF + radius;
    if (first >= top && first < bottom) TAKE(first);
    if (last != first && last >= top && last < bottom) TAKE(last);
    line within = (line)((column >= (uint8_t)first) & (column <= (uint8_t)last));
    out[radius] = __builtin_reduce_max(most & within);
  }
}
