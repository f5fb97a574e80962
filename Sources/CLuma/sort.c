#include <string.h>

#include "CLuma.h"

enum { digits = 8, radix = 256 };
typedef uint64_t bits64 __attribute__((may_alias));

// Doubles as whole numbers in the same order: of a negative one all bits are turned, for its greater
// magnitude is less.
static uint64_t to_key(uint64_t bits) { return bits ^ ((uint64_t)((int64_t)bits >> 63) | 1ull << 63); }
static uint64_t from_key(uint64_t key) { return key ^ (key >> 63 ? 1ull << 63 : ~0ull); }

void luma_sort(double *restrict values, double *restrict scratch, size_t count) {
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
