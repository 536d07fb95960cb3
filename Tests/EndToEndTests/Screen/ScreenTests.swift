import Testing

/// Apps on a display, one after the other: each has servers of its own, and windows that want the processor at once.
@Suite(.serialized, .timeLimit(.minutes(5))) enum ScreenTests {}
