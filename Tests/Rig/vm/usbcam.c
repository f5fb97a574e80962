// usbcam FORMAT WIDTH HEIGHT FPS WPM TEXT: be a USB camera that sees a lamp send TEXT.
//
// FORMAT is yuyv, mjpeg or both. The picture is gray with a little noise; a square in its middle is
// bright while the key is down. The text is sent over and over, eight seconds apart, from the
// top whenever a reader starts the stream. The camera has the usual automatic controls: exposure
// mode and time, its priority, white balance and its temperature, focus.
//
// It runs inside the virtual machine, on gadgetfs over dummy_hcd, so that the reader is served by the
// real uvcvideo driver. Killing it unplugs the camera, stopping it (SIGSTOP) makes it silent.
// Frames go over a bulk endpoint: dummy_hcd has no isochronous transfers, and moves about 13 MB
// each second (YUYV at 30 frames a second fits up to 480x360).
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/usb/ch9.h>
#include <linux/usb/gadgetfs.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "blink.h"

enum {
  PAYLOAD = TRANSFER, // one bulk transfer
  HEADER = 2,         // at its head
};
enum { SET_CUR = 0x01, GET_LEN = 0x85, GET_INFO = 0x86 };

static int fps, endpoint = -1;
static int formats[3], format_count; // 1 YUYV, 2 MJPEG; counted from 1
static volatile int streaming, starts, format;
// There while a reader has the stream: gadgetfs may lose the request that starts it.
static const char started[] = "/dev/shm/usbcam.started";

// One frame's time later.
static void pass(struct timespec *due) {
  due->tv_nsec += 1000000000 / fps;
  if (due->tv_nsec >= 1000000000) {
    due->tv_sec++;
    due->tv_nsec -= 1000000000;
  }
}

static double seconds_since(const struct timespec *due) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec - due->tv_sec + 1e-9 * (now.tv_nsec - due->tv_nsec);
}

// ---- the stream -------------------------------------------------------------------------------
static void *feed(void *unused) {
  (void)unused;
  static uint8_t out[PAYLOAD];
  int toggle = 0, mine = 0;
  long frame = 0;
  struct timespec due;
  for (;;) {
    while (!streaming) usleep(2000);
    if (mine != starts) {
      mine = starts;
      frame = 0;
      clock_gettime(CLOCK_MONOTONIC, &due);
    }
    // In the middle of the frame's time: at its edge, rounding would move marks of whole frames by one.
    Picture p = next_picture(is_down((frame + 0.5) / fps), format == 2);
    for (size_t done = 0; done < p.size && mine == starts;) {
      unsigned long left = p.size - done, n = left < PAYLOAD - HEADER ? left : PAYLOAD - HEADER;
      out[0] = HEADER;
      out[1] = 0x80 | toggle | (n == left ? 2 : 0); // frame id, end of frame
      memcpy(out + HEADER, p.bytes + done, n);
      done += n;
      if (write(endpoint, out, n + HEADER) < 0 && errno != EINTR) {
        usleep(10000);
        break;
      }
    }
    toggle ^= 1;
    do { // after a silence it sees what there is then, not what it missed
      frame++;
      pass(&due);
    } while (seconds_since(&due) > 0.2);
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, NULL);
  }
  return NULL;
}

// ---- descriptors (USB Device Class Definition for Video Devices 1.0) ----------------------------
static uint8_t *put(uint8_t *p, uint32_t value, int bytes) {
  for (; bytes > 0; bytes--, value >>= 8) *p++ = value & 255;
  return p;
}
static uint8_t *copy(uint8_t *p, const void *from, size_t n) {
  memcpy(p, from, n);
  return p + n;
}
#define BYTES(...) p = copy(p, (uint8_t[]){__VA_ARGS__}, sizeof((uint8_t[]){__VA_ARGS__}))

static uint8_t *frame_descriptor(uint8_t *p, int subtype) {
  BYTES(30, 0x24, subtype, 1, 0);
  p = put(put(p, width, 2), height, 2);
  p = put(put(p, 1000000, 4), 500000000, 4);
  p = put(p, width * height * 2, 4);
  p = put(p, 10000000 / fps, 4);
  return put(put(p, 1, 1), 10000000 / fps, 4);
}
static uint8_t *endpoint_descriptor(uint8_t *p, int packet) {
  BYTES(7, 5, 0x81, 2);
  return put(put(p, packet, 2), 0, 1);
}
static uint8_t *configuration(uint8_t *start, int packet) {
  uint8_t *p = start;
  BYTES(9, 2, 0, 0, 2, 1, 0, 0x80, 250);
  BYTES(8, 11, 0, 2, 14, 3, 0, 0); // two interfaces, one function
  BYTES(9, 4, 0, 0, 0, 14, 1, 0, 0);
  BYTES(13, 0x24, 1, 0x00, 0x01, 13 + 18 + 11 + 9, 0, 0x80, 0x8d, 0x5b, 0, 1, 1);
  // A camera: exposure mode, its priority and time, focus and its automatic.
  BYTES(18, 0x24, 2, 1, 0x01, 0x02, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0x2e, 0, 0x02);
  BYTES(11, 0x24, 5, 3, 1, 0, 0, 2, 0x40, 0x10, 0); // white balance temperature, automatic
  BYTES(9, 0x24, 3, 2, 0x01, 0x01, 0, 3, 0);        // to USB
  BYTES(9, 4, 1, 0, 1, 14, 2, 0, 0);
  uint8_t *head = p;
  BYTES(13 + format_count, 0x24, 1, format_count, 0, 0, 0x81, 0, 2, 0, 0, 0, 1);
  p = put(p, 0, format_count);
  for (int i = 1; i <= format_count; i++) {
    if (formats[i] == 1) {
      BYTES(27, 0x24, 4, i, 1, 'Y', 'U', 'Y', '2', 0, 0, 16, 0, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b, 0x71,
            16, 1, 0, 0, 0, 0);
      p = frame_descriptor(p, 5);
    } else {
      BYTES(11, 0x24, 6, i, 1, 1, 1, 0, 0, 0, 0);
      p = frame_descriptor(p, 7);
    }
  }
  put(head + 4, p - head, 2);
  p = endpoint_descriptor(p, packet);
  put(start + 2, p - start, 2);
  return p;
}
static const uint8_t device[18] = {18, 1, 0, 2, 0xef, 2, 1, 64, 0x6b, 0x1d, 0x02, 0x01, 0, 1, 1, 2, 3, 1};

// ---- control requests ---------------------------------------------------------------------------
static struct control {
  int unit, selector, length;
  int32_t now, least, most, step;
} controls[] = {
    {1, 0x02, 1, 8, 1, 8, 1 | 8},       // exposure mode: manual 1, by the aperture 8
    {1, 0x03, 1, 1, 0, 1, 1},           // it may lengthen the frame
    {1, 0x04, 4, 156, 1, 5000, 1},      // exposure time, 0.1 ms
    {1, 0x06, 2, 30, 0, 255, 1},        // focus
    {1, 0x08, 1, 1, 0, 1, 1},           // focus, automatic
    {3, 0x0a, 2, 4600, 2800, 6500, 10}, // white balance temperature
    {3, 0x0b, 1, 1, 0, 1, 1},           // white balance, automatic
};

static struct control *find(int unit, int selector) {
  for (size_t i = 0; i < sizeof controls / sizeof *controls; i++)
    if (controls[i].unit == unit && controls[i].selector == selector) return &controls[i];
  return NULL;
}

static void stall(int fd, int in) { // by going the wrong way
  if (in ? read(fd, NULL, 0) : write(fd, NULL, 0)) return;
}

static void reply(int fd, const uint8_t *bytes, int n, int want) {
  int done;
  if (n > want) n = want;
  do done = write(fd, bytes, n);
  while (done < 0 && errno == EIDRM); // an older request was dropped
  if (done < 0) perror("usbcam: reply");
}

static void control_request(int fd, struct usb_ctrlrequest *r, struct control *c) {
  uint8_t bytes[4] = {0};
  if (r->bRequest == SET_CUR) {
    if (read(fd, bytes, r->wLength) < c->length) perror("usbcam: lost a setting");
    else c->now = bytes[0] | bytes[1] << 8 | bytes[2] << 16 | bytes[3] << 24;
    return;
  }
  int32_t value = c->now; // GET_CUR and GET_DEF
  int length = c->length;
  if (r->bRequest == 0x82) value = c->least;
  if (r->bRequest == 0x83) value = c->most;
  if (r->bRequest == 0x84) value = c->step;
  if (r->bRequest == GET_INFO) value = 3, length = 1;
  if (r->bRequest == GET_LEN) value = c->length, length = 2;
  put(bytes, value, 4);
  reply(fd, bytes, length, r->wLength);
}

static void stream_request(int fd, struct usb_ctrlrequest *r) {
  uint8_t bytes[64] = {0}, *p = bytes;
  if (r->bRequest == SET_CUR) {
    if (read(fd, bytes, r->wLength) < 3) perror("usbcam: lost a setting");
    else if (bytes[2] >= 1 && bytes[2] <= format_count) format = formats[bytes[2]];
    if (r->wValue >> 8 == 2) { // commit
      starts++;
      streaming = 1;
      close(open(started, O_CREAT | O_WRONLY, 0600));
    }
    return;
  }
  if (r->bRequest == GET_INFO) p = put(p, 3, 1);
  else if (r->bRequest == GET_LEN) p = put(p, 26, 2);
  else {
    p = put(p, 1, 2);
    p = put(put(p, formats[1] == format ? 1 : 2, 1), 1, 1);
    p = put(p, 10000000 / fps, 4) + 10;
    p = put(put(p, width * height * 2, 4), PAYLOAD, 4);
  }
  reply(fd, bytes, p - bytes, r->wLength);
}

static void configure(int fd, int value) {
  uint8_t bytes[64], *p = put(bytes, 1, 4);
  if (value && endpoint < 0) {
    endpoint = open("/dev/gadget/ep1in-bulk", O_RDWR);
    p = endpoint_descriptor(endpoint_descriptor(p, 64), 512);
    if (endpoint < 0 || write(endpoint, bytes, p - bytes) < 0) perror("usbcam: ep1in-bulk");
    pthread_t thread;
    pthread_create(&thread, NULL, feed, NULL);
  }
  if (read(fd, bytes, 0) < 0) perror("usbcam: acknowledge");
}

static void setup(int fd, struct usb_ctrlrequest *r) {
  uint8_t bytes[128], *p = bytes;
  int in = r->bRequestType & 0x80, class = (r->bRequestType & 0x7f) == 0x21, selector = r->wValue >> 8;
  struct control *c = class && (r->wIndex & 255) == 0 ? find(r->wIndex >> 8, selector) : NULL;
  if (r->bRequestType == 0x80 && r->bRequest == USB_REQ_GET_DESCRIPTOR && selector == USB_DT_STRING) {
    static const char *const strings[] = {"", "Heliograph", "Test USB camera", "0001"};
    int number = r->wValue & 255;
    if (number == 0) BYTES(4, 3, 9, 4);
    else {
      const char *s = strings[number < 4 ? number : 0];
      p = put(p, 0x300 | (2 + 2 * strlen(s)), 2);
      while (*s) p = put(p, *s++, 2);
    }
    reply(fd, bytes, p - bytes, r->wLength);
  } else if (r->bRequestType == 0 && r->bRequest == USB_REQ_SET_CONFIGURATION) {
    configure(fd, r->wValue);
  } else if (r->bRequestType == 1 && r->bRequest == USB_REQ_SET_INTERFACE) {
    streaming = 0;
    unlink(started);
    if (read(fd, bytes, 0) < 0) perror("usbcam: acknowledge");
  } else if (class && (r->wIndex & 255) == 1 && (selector == 1 || selector == 2)) {
    stream_request(fd, r);
  } else if (c) {
    control_request(fd, r, c);
  } else {
    stall(fd, in);
  }
}

int main(int count, char **arguments) {
  if (count != 7) {
    fprintf(stderr, "usage: usbcam yuyv|mjpeg|both WIDTH HEIGHT FPS WPM TEXT\n");
    return 2;
  }
  if (strcmp(arguments[1], "mjpeg")) formats[++format_count] = 1;
  if (strcmp(arguments[1], "yuyv")) formats[++format_count] = 2;
  format = formats[1];
  width = atoi(arguments[2]);
  height = atoi(arguments[3]);
  fps = atoi(arguments[4]);
  dot = 1.2 / atof(arguments[5]);
  text = arguments[6];
  unlink(started);
  paint();
  int fd = open("/dev/gadget/dummy_udc", O_RDWR);
  if (fd < 0) {
    perror("/dev/gadget/dummy_udc");
    return 1;
  }
  uint8_t bytes[4096], *p = put(bytes, 0, 4);
  p = copy(configuration(configuration(p, 64), 512), device, sizeof device);
  if (write(fd, bytes, p - bytes) < 0) {
    perror("usbcam: descriptors");
    return 1;
  }
  // gadgetfs lets the other side go on to its next request before this one is read, which then is
  // lost: so run before anything else that wants to.
  sched_setscheduler(0, SCHED_FIFO, &(struct sched_param){.sched_priority = 10});
  for (;;) {
    struct usb_gadgetfs_event event;
    if (read(fd, &event, sizeof event) != sizeof event) {
      if (errno == EIDRM || errno == EL2HLT || errno == EINTR) continue;
      perror("usbcam");
      return 1;
    }
    if (event.type == GADGETFS_SETUP) setup(fd, &event.u.setup);
    else if (event.type == GADGETFS_DISCONNECT) streaming = 0;
  }
}
