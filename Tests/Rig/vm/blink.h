// What the camera sees: a lamp that keys a text, as pictures. Part of usbcam.c.
#pragma once
#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <turbojpeg.h>

enum {
  TRANSFER = 16384, // JPEG pictures are padded beyond one transfer of so many bytes
  VARIANTS = 64,    // of the noise in JPEG pictures, in no order: a period would be a signal
};

typedef struct {
  uint8_t *bytes;
  unsigned long size;
} Picture;

static int width, height;
static double dot;       // seconds
static const char *text; // letters, digits and blanks

// ---- keying -----------------------------------------------------------------------------------
static const char *const letters[] = {
    ".-",   "-...", "-.-.", "-..",  ".",   "..-.", "--.",  "....", "..",   ".---", "-.-",  ".-..", "--",
    "-.",   "---",  ".--.", "--.-", ".-.", "...",  "-",    "..-",  "...-", ".--",  "-..-", "-.--", "--.."};
static const char *const digits[] = {"-----", ".----", "..---", "...--", "....-",
                                     ".....", "-....", "--...", "---..", "----."};

// Whether the key is down so many seconds after the start.
static int is_down(double seconds) {
  static char units[4096]; // a dot each
  static int count;
  if (!count) {
    memset(units, 0, sizeof units);
    for (const char *c = text; *c && count < 3900; c++) {
      if (*c == ' ') count += 4;
      const char *code = isalpha(*c) ? letters[toupper(*c) - 'A'] : isdigit(*c) ? digits[*c - '0'] : "";
      for (; *code; code++) {
        int length = *code == '.' ? 1 : 3;
        memset(units + count, 1, length);
        count += length + 1;
      }
      if (*c != ' ') count += 2;
    }
  }
  double round = count * dot + 8;
  // Two seconds pass first: a receiver learns the ambient.
  double at = seconds - 2;
  if (at < 0) return 0;
  at -= (int)(at / round) * round;
  int unit = at / dot;
  return unit < count && units[unit];
}

// ---- pictures ---------------------------------------------------------------------------------
static uint8_t *clean[2]; // luma, by lamp
static uint8_t *noise;    // two pictures long: each raw picture begins somewhere in it
static uint8_t *raw;
static Picture jpegs[2][VARIANTS];
static unsigned seed = 1;

static unsigned dice(void) {
  seed = seed * 1664525 + 1013904223;
  return seed >> 8;
}

// Everything that can be made beforehand.
static void paint(void) {
  int area = width * height, side = height / 6;
  raw = malloc(2 * area);
  noise = malloc(2 * area);
  for (int i = 0; i < 2 * area; i++) noise[i] = dice() % 5;
  for (int lit = 0; lit < 2; lit++) {
    clean[lit] = malloc(area);
    for (int i = 0; i < area; i++) {
      int inside = abs(2 * (i % width) - width) < side && abs(2 * (i / width) - height) < side;
      clean[lit][i] = inside && lit ? 220 : 80;
    }
  }
    tjhandle handle = tjInitCompress();
  uint8_t *rgb = malloc(3 * area); // in three components: cameras send chroma
  for (int i = 0; i < 2 * VARIANTS; i++) {
    Picture *p = &jpegs[i % 2][i / 2];
    unsigned offset = dice() % area;
    for (int k = 0; k < 3 * area; k++) rgb[k] = clean[i % 2][k / 3] + noise[offset + k / 3];
    unsigned char *jpeg = NULL;
    unsigned long size = 0;
    tjCompress2(handle, rgb, width, 0, height, TJPF_RGB, &jpeg, &size, TJSAMP_422, 85, 0);
    // Cameras pad too. Here it makes every picture take more than one transfer, and the last of
    // them shorter than a packet: else the host would wait for more.
    p->size = size > TRANSFER ? size : TRANSFER + 100;
    if ((p->size % (TRANSFER - 2) + 2) % 512 == 0) p->size++;
    p->bytes = calloc(p->size, 1);
    memcpy(p->bytes, jpeg, size);
    tjFree(jpeg);
  }
  tjDestroy(handle);
  free(rgb);
}

static Picture next_picture(int lit, int compressed) {
  if (compressed) return jpegs[lit][dice() % VARIANTS];
  int area = width * height;
  const uint8_t *from = noise + dice() % area;
  for (int i = 0; i < area; i++) {
    raw[2 * i] = clean[lit][i] + from[i];
    raw[2 * i + 1] = 128;
  }
  return (Picture){raw, 2ul * area};
}
