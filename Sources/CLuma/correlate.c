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

CLONES void luma_contrast(
    const float *restrict samples, size_t count, size_t half, float *restrict out) {
  float sum = 0;
  for (size_t i = 0; i < half && i < count; i++) sum += samples[i];
  const float whole = 1.0f / (float)(2 * half + 1);
  for (size_t i = 0; i < count; i++) {
    size_t first = i > half ? i - half : 0, last = i + half < count ? i + half : count - 1;
    if (i + half < count) sum += samples[i + half];
    if (i > half) sum -= samples[i - half - 1];
    out[i] = samples[i] - sum * (last - first == 2 * half ? whole : 1.0f / (float)(last - first + 1));
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
