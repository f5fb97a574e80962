// A fake camera, its controls, and the files beside it that bring faults. Part of fakecam.c.
#pragma once
#include <errno.h>
#include <linux/videodev2.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

enum { BUFFERS = 32 };

struct control {
  unsigned id;
  int value, least, most;
};

struct camera {
  char name[512];
  int clip, width, height, rate, streaming, failed, hung;
  unsigned fourcc, buffers, sequence, head, tail, queue[BUFFERS];
  off_t first;
  size_t size, step;
  long frames;
  struct timespec due;
  struct control controls[8];
};

static const struct control usual[8] = {
    {V4L2_CID_EXPOSURE_AUTO, 3, 0, 3},
    {V4L2_CID_EXPOSURE_ABSOLUTE, 156, 1, 5000},
    {V4L2_CID_EXPOSURE_AUTO_PRIORITY, 1, 0, 1},
    {V4L2_CID_AUTO_WHITE_BALANCE, 1, 0, 1},
    {V4L2_CID_WHITE_BALANCE_TEMPERATURE, 4600, 2800, 6500},
    {V4L2_CID_FOCUS_AUTO, 1, 0, 1},
    {V4L2_CID_FOCUS_ABSOLUTE, 30, 0, 255},
    {V4L2_CID_GAIN, 10, 0, 100},
};

// The path of the file beside the camera that asks for a fault.
static const char *beside(struct camera *c, const char *fault) {
  static _Thread_local char path[600];
  snprintf(path, sizeof path, "%s.%s", c->name, fault);
  return path;
}

static int wanted(struct camera *c, const char *fault) {
  return access(beside(c, fault), F_OK) == 0;
}

static int wantedOnce(struct camera *c, const char *fault) {
  return unlink(beside(c, fault)) == 0;
}

static int no(int error) {
  errno = error;
  return -1;
}

static struct control *control(struct camera *c, unsigned id) {
  for (int i = 0; i < 8; i++)
    if (c->controls[i].id == id) return &c->controls[i];
  return NULL;
}

static int set_control(struct camera *c, struct v4l2_control *wish) {
  struct control *one = control(c, wish->id);
  if (!one) return no(EINVAL);
  if (wish->value < one->least || wish->value > one->most) return no(ERANGE);
  one->value = wish->value;
  FILE *file = fopen(beside(c, "controls"), "w");
  for (int i = 0; file && i < 8; i++)
    fprintf(file, "%u=%d\n", c->controls[i].id, c->controls[i].value);
  if (file) fclose(file);
  return 0;
}

// The errno that a request is to fail with; 0: none.
static int failing(struct camera *c, unsigned request) {
  unsigned number = 0;
  int error = 0, count = 0;
  FILE *file = fopen(beside(c, "fail"), "r");
  if (!file) return 0;
  int read = fscanf(file, "%u %d %d", &number, &error, &count);
  fclose(file);
  if (read != 3 || number != request || count < 1) return 0;
  file = fopen(beside(c, "fail"), "w");
  if (file) {
    fprintf(file, "%u %d %d\n", number, error, count - 1);
    fclose(file);
  }
  return error;
}

// Adds a line to the log of frames.
static void note(struct camera *c, unsigned sequence) {
  struct timespec now;
  FILE *file = fopen(beside(c, "log"), "a");
  if (!file) return;
  clock_gettime(CLOCK_MONOTONIC, &now);
  fprintf(file, "%u %lld.%09ld\n", sequence, (long long)now.tv_sec, now.tv_nsec);
  fclose(file);
}
