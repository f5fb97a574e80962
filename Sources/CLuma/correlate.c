#include "CLuma.h"
#include "kernel.h"

#include <string.h>

typedef float many __attribute__((vector_size(64)));

CLONES void luma_correlate(
    const float *a, const float *b, size_t count, size_t shifts, float *restrict products,
    float *restrict squares) {
  enum { LANES = sizeof(many) / sizeof(float) };
  for (size_t shift = 0; shift < shifts; shift++) {
    const float *moved = b + shift;
    many product = {0}, square = {0};
    size_t i = 0;
    for (; i + LANES <= count; i += LANES) {
      many left, right;
      memcpy(&left, a + i, sizeof(left));
      memcpy(&right, moved + i, sizeof(right));
      product += left * right;
      square += right * right;
    }
    float sum = 0, power = 0;
    for (size_t lane = 0; lane < LANES; lane++) {
      sum += product[lane];
      power += square[lane];
    }
    for (; i < count; i++) {
      sum += a[i] * moved[i];
      power += moved[i] * moved[i];
    }
    products[shift] = sum;
    squares[shift] = power;
  }
}

CLONES void luma_learn(
    const float *restrict samples, size_t count, float fraction, float least,
    float *restrict means, float *restrict counts) {
  for (size_t i = 0; i < count; i++) {
    float value = (1 - fraction) * samples[i] + fraction * samples[i + 1];
    float seen = counts[i] + 1, share = 1 / seen;
    means[i] += (share > least ? share : least) * (value - means[i]);
    counts[i] = seen;
  }
}
