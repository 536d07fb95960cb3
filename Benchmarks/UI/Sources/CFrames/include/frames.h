// What both programs tell of their frames, in the same way: lines on standard output.
#ifndef FRAMES_H
#define FRAMES_H

// Before GTK is used. Tells `frame NANOSECONDS` (CLOCK_MONOTONIC) when the first window has painted for the first time.
void frames_watch(void);

// After that frame: changes something so many times, each from rest, and then tells for each
// `change WAIT CPU FRAME`, in nanoseconds: until `frames_changed` was called, by the clock and in processor time of all
// threads, and by the clock until the frame was painted.
void frames_change(int times, void (*change)(int number));
// What was to be changed has been.
void frames_changed(void);
#endif
