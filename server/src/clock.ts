/** Where every part of the program reads the time, so that a rehearsal or a test can move it. */
export type Clock = { now(): Date }
