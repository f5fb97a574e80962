#include <string.h>

#include "CLuma.h"

enum { digits = 8, radix = 256, lanes = 8 };
typedef uint64_t bits64 __attribute__((may_alias));

// Doubles as whole numbers in the same order: of a negative one all bits are turned, for its greater
// magnitude is less.
static uint64_t to_key(uint64_t bits) { return bits ^ ((uint64_t)((int64_t)bits >> 63) | 1ull << 63); }
static uint64_t from_key(uint64_t key) { return key ^ (key >> 63 ? 1ull << 63 : ~0ull); }

// Whatever they are, by all of their digits.
static void sort_digits(double *restrict values, double *restrict scratch, size_t count) {
  uint32_t places[digits][radix];
  memset(places, 0, sizeof places);
  bits64 *from = (bits64 *)values, *to = (bits64 *)scratch;
  for (size_t i = 0; i < count; i++) {
    uint64_t key = to_key(from[i]);
    from[i] = key;
    for (int d = 0; d < digits; d++) places[d][key >> 8 * d & 255]++;
  }
  for (int d = 0; d < digits; d++) {
    uint32_t *place = places[d], sum = 0;
    // A digit that is the same in all of them orders nothing.
    if (count && place[from[0] >> 8 * d & 255] == count) continue;
    for (int k = 0; k < radix; k++) {
      uint32_t those = place[k];
      place[k] = sum;
      sum += those;
    }
    for (size_t i = 0; i < count; i++) to[place[from[i] >> 8 * d & 255]++] = from[i];
    bits64 *other = from;
    from = to;
    to = other;
  }
  // A pass that was left out may leave them in the scratch.
  bits64 *out = (bits64 *)values;
  for (size_t i = 0; i < count; i++) out[i] = from_key(from[i]);
}

// Puts what is nearly in order in order; 0 where that would move more than so many, and some are not.
static int finish(double *values, size_t count, size_t most) {
  size_t moves = 0;
  for (size_t i = 1; i < count; i++) {
    double value = values[i];
    size_t k = i;
    for (; k && values[k - 1] > value; k--) values[k] = values[k - 1];
    values[k] = value;
    moves += i - k;
    if (moves > most) return 0;
  }
  return 1;
}

// The least and the greatest of at least `lanes`; nought where they are all finite, else no number.
static double find_ends(const double *values, size_t count, double *least, double *most) {
  double low[lanes], high[lanes], rest[lanes];
  for (int k = 0; k < lanes; k++) low[k] = high[k] = values[k], rest[k] = 0;
  for (size_t i = 0; i + lanes <= count; i += lanes) {
    for (int k = 0; k < lanes; k++) {
      double value = values[i + k];
      low[k] = value < low[k] ? value : low[k];
      high[k] = value > high[k] ? value : high[k];
      rest[k] += value - value;
    }
  }
  double sum = 0;
  *least = low[0], *most = high[0];
  for (size_t i = count - count % lanes; i < count; i++) {
    *least = values[i] < *least ? values[i] : *least;
    *most = values[i] > *most ? values[i] : *most;
    sum += values[i] - values[i];
  }
  for (int k = 0; k < lanes; k++) {
    *least = low[k] < *least ? low[k] : *least;
    *most = high[k] > *most ? high[k] : *most;
    sum += rest[k];
  }
  return sum;
}

void luma_sort(double *restrict values, double *restrict scratch, size_t count) {
  if (count < lanes) return sort_digits(values, scratch, count);
  double least, most;
  double sum = find_ends(values, count, &least, &most);
  // By three digits of where between the ends they lie, which leaves few out of order.
  double scale = 16777215 / (most - least);
  if (!(sum == 0 && scale > 0 && scale < 1e300)) return sort_digits(values, scratch, count);
  uint32_t places[3][radix] = {{0}};
  for (size_t i = 0; i < count; i++) {
    uint32_t key = (uint32_t)(int32_t)((values[i] - least) * scale);
    for (int d = 0; d < 3; d++) places[d][key >> 8 * d & 255]++;
  }
  uint32_t sums[3] = {0};
  for (int k = 0; k < radix; k++) {
    for (int d = 0; d < 3; d++) {
      uint32_t those = places[d][k];
      places[d][k] = sums[d];
      sums[d] += those;
    }
  }
  double *from = values, *to = scratch;
  for (int d = 0; d < 3; d++) {
    uint32_t *place = places[d];
    for (size_t i = 0; i < count; i++) {
      uint32_t key = (uint32_t)(int32_t)((from[i] - least) * scale);
      to[place[key >> 8 * d & 255]++] = from[i];
    }
    double *other = from;
    from = to;
    to = other;
  }
  memcpy(values, scratch, count * sizeof *values);
  if (!finish(values, count, count)) sort_digits(values, scratch, count);
}

// As few are soon sorted.
enum { few = 32 };

double luma_ordered(double *restrict values, double *restrict scratch, size_t count, size_t rank) {
  // Each pass leaves fewer: the least always falls in the first place, and the greatest never does.
  while (count > few) {
    double least, most;
    double sum = find_ends(values, count, &least, &most);
    if (sum == 0 && least == most) return least;
    double scale = (radix - 1) / (most - least);
    if (!(sum == 0 && scale > 0 && scale < 1e300)) break;
    // Those are left of which the place between the ends is that of the one asked for.
    uint32_t places[2][radix] = {{0}};
    size_t i = 0;
    for (; i + 1 < count; i += 2) {
      places[0][(int32_t)((values[i] - least) * scale)]++;
      places[1][(int32_t)((values[i + 1] - least) * scale)]++;
    }
    if (i < count) places[0][(int32_t)((values[i] - least) * scale)]++;
    int32_t place = 0;
    for (size_t those; rank >= (those = places[0][place] + places[1][place]); place++) rank -= those;
    size_t left = 0;
    for (size_t k = 0; k < count; k++) {
      values[left] = values[k];
      left += (int32_t)((values[k] - least) * scale) == place;
    }
    count = left;
  }
  luma_sort(values, scratch, count);
  return values[rank];
}
