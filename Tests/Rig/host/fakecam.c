// A libv4l2 plugin that turns an ordinary file into a camera, without any driver.
//
// A file whose name ends in ".cam" holds a line, "WIDTH HEIGHT FPS [FOURCC [FRAME-BYTES]]\n" (YUYV
// unless said), and then raw frames. v4l2_open of it gives a device that plays them for ever, in
// time. They are delivered in a copy of the file's descriptor (a memfd in its place), which
// is what v4l2_mmap maps. Deleting the file unplugs the camera. Files beside it bring faults:
//   NAME.cam.stall    no frame comes while it exists
//   NAME.cam.hang     no frame comes until the stream is begun anew
//   NAME.cam.drop     holds a number: so many frames are dropped, once
//   NAME.cam.damage   the next frame is flagged as damaged
//   NAME.cam.short    the next frame lacks its second half
//   NAME.cam.eio      VIDIOC_DQBUF fails until the stream is begun anew
//   NAME.cam.fail     holds "REQUEST ERRNO COUNT": the request of that number (the low byte of VIDIOC_...)
//                     fails so many times
//   NAME.cam.foreign  stamps are on a clock of its own, an hour ahead
// NAME.cam.controls is written at each change of a control: "ID=VALUE" lines. Where NAME.cam.log exists,
// a line is added to it for each frame: its number, and CLOCK_MONOTONIC as it is handed over.
//
// libv4l2 looks for plugins in one fixed folder; loaded by LD_PRELOAD, this library sends it to
// $V4L_PLUGINS instead. poll() finds the device always ready: VIDIOC_DQBUF does the waiting.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <libv4l-plugin.h>
#include <linux/videodev2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "fakecam.h"

static void *open_camera(int fd) {
  char link[32], line[128] = "", fourcc[5] = "YUYV";
  struct camera *c = calloc(1, sizeof *c);
  if (!c) return NULL;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, c->name, sizeof c->name - 1);
  if (length < 4 || strcmp(c->name + length - 4, ".cam")) goto no;
  if (pread(fd, line, sizeof line - 1, 0) < 1) goto no;
  if (sscanf(line, "%d %d %d %4s %zu", &c->width, &c->height, &c->rate, fourcc, &c->size) < 3)
    goto no;
  c->fourcc = v4l2_fourcc(fourcc[0], fourcc[1], fourcc[2], fourcc[3]);
  if (!c->size) c->size = (size_t)c->width * c->height * 2;
  c->clip = dup(fd);
  c->first = strchr(line, '\n') - line + 1;
  c->step = (c->size + 4095) & ~4095UL;
  memcpy(c->controls, usual, sizeof usual);
  struct stat status;
  fstat(c->clip, &status);
  c->frames = (status.st_size - c->first) / c->size;
  int memory = memfd_create("fakecam", 0);
  if (ftruncate(memory, BUFFERS * c->step) < 0) goto no;
  dup2(memory, fd);
  close(memory);
  return c;
no:
  free(c);
  return NULL;
}

static void close_camera(void *p) {
  struct camera *c = p;
  close(c->clip);
  free(c);
}

static int capability(struct v4l2_capability *answer) {
  memset(answer, 0, sizeof *answer);
  strcpy((char *)answer->driver, "fakecam");
  strcpy((char *)answer->card, "Fake camera");
  strcpy((char *)answer->bus_info, "file");
  answer->device_caps = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING;
  answer->capabilities = answer->device_caps | V4L2_CAP_DEVICE_CAPS;
  return 0;
}

static int format(struct camera *c, struct v4l2_format *f) {
  if (f->type != V4L2_BUF_TYPE_VIDEO_CAPTURE) return no(EINVAL);
  int bytes = c->fourcc == V4L2_PIX_FMT_YUYV || c->fourcc == V4L2_PIX_FMT_UYVY ? 2 : 1;
  if (c->fourcc == V4L2_PIX_FMT_RGB24 || c->fourcc == V4L2_PIX_FMT_BGR24) bytes = 3;
  if (c->fourcc == V4L2_PIX_FMT_XBGR32) bytes = 4;
  memset(&f->fmt.pix, 0, sizeof f->fmt.pix);
  f->fmt.pix.width = c->width;
  f->fmt.pix.height = c->height;
  f->fmt.pix.pixelformat = c->fourcc;
  f->fmt.pix.field = V4L2_FIELD_NONE;
  f->fmt.pix.bytesperline = c->fourcc == V4L2_PIX_FMT_MJPEG ? 0 : c->width * bytes;
  f->fmt.pix.sizeimage = c->size;
  f->fmt.pix.colorspace = V4L2_COLORSPACE_SRGB;
  return 0;
}

static void pass(struct camera *c) {
  c->due.tv_nsec += 1000000000 / c->rate;
  if (c->due.tv_nsec >= 1000000000) {
    c->due.tv_sec++;
    c->due.tv_nsec -= 1000000000;
  }
}

static int dequeue(struct camera *c, int fd, struct v4l2_buffer *b) {
  if (!c->streaming) return no(EINVAL);
  struct stat status;
  if (fstat(c->clip, &status) == 0 && status.st_nlink == 0) return no(ENODEV);
  if (wantedOnce(c, "eio")) c->failed = 1;
  if (c->failed) return no(EIO);
  if (wantedOnce(c, "hang")) c->hung = 1;
  if (c->hung || wanted(c, "stall")) {
    usleep(5000);
    clock_gettime(CLOCK_MONOTONIC, &c->due);
    return no(EAGAIN);
  }
  if (c->head == c->tail) return no(EAGAIN);
  FILE *drop = fopen(beside(c, "drop"), "r");
  if (drop) {
    int count = 0;
    if (fscanf(drop, "%d", &count) == 1)
      for (; count > 0; count--, c->sequence++) pass(c);
    fclose(drop);
    unlink(beside(c, "drop"));
  }
  pass(c);
  clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &c->due, NULL);
  unsigned index = c->queue[c->head++ % BUFFERS];
  char *frame = malloc(c->size);
  if (!frame) return no(ENOMEM);
  off_t at = c->first + (off_t)(c->sequence % c->frames) * c->size;
  if (pread(c->clip, frame, c->size, at) < 0 || pwrite(fd, frame, c->size, index * c->step) < 0)
    memset(frame, 0, c->size);
  free(frame);
  b->index = index;
  b->length = c->size;
  b->bytesused = wantedOnce(c, "short") ? c->size / 2 : c->size;
  b->field = V4L2_FIELD_NONE;
  b->sequence = c->sequence++;
  b->m.offset = index * c->step;
  int foreign = wanted(c, "foreign");
  b->flags = foreign ? V4L2_BUF_FLAG_TIMESTAMP_UNKNOWN : V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC;
  if (wantedOnce(c, "damage")) b->flags |= V4L2_BUF_FLAG_ERROR;
  if (wanted(c, "log")) note(c, b->sequence);
  b->timestamp.tv_sec = c->due.tv_sec + (foreign ? 3600 : 0);
  b->timestamp.tv_usec = c->due.tv_nsec / 1000;
  return 0;
}

static int request(void *p, int fd, unsigned long code, void *argument) {
  struct camera *c = p;
  int failure = failing(c, code & 0xff);
  if (failure) return no(failure);
  switch ((unsigned)code) {
  case VIDIOC_QUERYCAP: return capability(argument);
  case VIDIOC_ENUM_FMT: {
    struct v4l2_fmtdesc *d = argument;
    if (d->index || d->type != V4L2_BUF_TYPE_VIDEO_CAPTURE) return no(EINVAL);
    d->pixelformat = c->fourcc;
    strcpy((char *)d->description, "the clip's");
    return 0;
  }
  case VIDIOC_ENUM_FRAMESIZES: {
    struct v4l2_frmsizeenum *s = argument;
    if (s->index || s->pixel_format != c->fourcc) return no(EINVAL);
    s->type = V4L2_FRMSIZE_TYPE_DISCRETE;
    s->discrete.width = c->width;
    s->discrete.height = c->height;
    return 0;
  }
  case VIDIOC_ENUM_FRAMEINTERVALS: {
    struct v4l2_frmivalenum *i = argument;
    if (i->index || i->pixel_format != c->fourcc) return no(EINVAL);
    i->type = V4L2_FRMIVAL_TYPE_DISCRETE;
    i->discrete.numerator = 1;
    i->discrete.denominator = c->rate;
    return 0;
  }
  case VIDIOC_G_FMT:
  case VIDIOC_S_FMT:
  case VIDIOC_TRY_FMT: return format(c, argument);
  case VIDIOC_G_PARM:
  case VIDIOC_S_PARM: {
    struct v4l2_streamparm *s = argument;
    s->parm.capture.capability = V4L2_CAP_TIMEPERFRAME;
    s->parm.capture.timeperframe.numerator = 1;
    s->parm.capture.timeperframe.denominator = c->rate;
    return 0;
  }
  case VIDIOC_ENUMINPUT: {
    struct v4l2_input *i = argument;
    if (i->index) return no(EINVAL);
    memset(i, 0, sizeof *i); // its status would say that the picture is upside down
    strcpy((char *)i->name, "file");
    i->type = V4L2_INPUT_TYPE_CAMERA;
    return 0;
  }
  case VIDIOC_G_INPUT: *(int *)argument = 0; return 0;
  case VIDIOC_S_INPUT: return 0;
  case VIDIOC_QUERYCTRL: {
    struct v4l2_queryctrl *q = argument;
    struct control *one = control(c, q->id);
    if (!one) return no(EINVAL);
    q->type = V4L2_CTRL_TYPE_INTEGER;
    q->minimum = one->least;
    q->maximum = one->most;
    q->step = 1;
    q->flags = 0;
    return 0;
  }
  case VIDIOC_G_CTRL: {
    struct v4l2_control *wish = argument;
    struct control *one = control(c, wish->id);
    if (!one) return no(EINVAL);
    wish->value = one->value;
    return 0;
  }
  case VIDIOC_S_CTRL: return set_control(c, argument);
  case VIDIOC_REQBUFS: {
    struct v4l2_requestbuffers *r = argument;
    if (r->memory != V4L2_MEMORY_MMAP) return no(EINVAL);
    if (r->count > BUFFERS) r->count = BUFFERS;
    c->buffers = r->count;
    c->head = c->tail = c->streaming = 0;
    r->capabilities = V4L2_BUF_CAP_SUPPORTS_MMAP;
    return 0;
  }
  case VIDIOC_QUERYBUF:
  case VIDIOC_QBUF: {
    struct v4l2_buffer *b = argument;
    if (b->index >= c->buffers) return no(EINVAL);
    b->length = c->size;
    b->m.offset = b->index * c->step;
    b->flags = V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC;
    if ((unsigned)code == VIDIOC_QBUF) c->queue[c->tail++ % BUFFERS] = b->index;
    return 0;
  }
  case VIDIOC_STREAMON:
    c->streaming = 1;
    c->sequence = 0;
    clock_gettime(CLOCK_MONOTONIC, &c->due);
    return 0;
  case VIDIOC_STREAMOFF: c->streaming = c->failed = c->hung = c->head = c->tail = 0; return 0;
  case VIDIOC_DQBUF: return dequeue(c, fd, argument);
  default: return no(ENOTTY);
  }
}

const struct libv4l_dev_ops libv4l2_plugin = {
    .init = open_camera, .close = close_camera, .ioctl = request};

int glob(const char *pattern, int flags, int (*fail)(const char *, int), glob_t *out) {
  int (*real)(const char *, int, int (*)(const char *, int), glob_t *) = dlsym(RTLD_NEXT, "glob");
  const char *ours = getenv("V4L_PLUGINS");
  return real(ours && strstr(pattern, "/libv4l/plugins/") ? ours : pattern, flags, fail, out);
}
