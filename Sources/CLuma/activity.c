#include "CLuma.h"
#include "kernel.h"

CLONES void luma_activity(
    const float *restrict samples, float scale, float slow, float fast, float bias, size_t count,
    float *restrict mean, float *restrict variance, float *restrict change, float *restrict last,
    uint16_t *restrict stored) {
  for (size_t i = 0; i < count; i++) {
    float x = samples[i] * scale;
    float m = mean[i] + slow * (x - mean[i]);
    mean[i] = m;
    float away = x - m;
    variance[i] += fast * (away * away - variance[i]);
    float step = x - last[i];
    change[i] += fast * (step * step - change[i]);
    last[i] = x;
    float whole = samples[i] * 256.0f + bias;
    whole = whole < 0.0f ? 0.0f : whole > 65535.0f ? 65535.0f : whole;
    stored[i] = (uint16_t)(int32_t)whole;
  }
}
