/** Where every part of the program reads the time, so that a rehearsal or a test can move it. */
export type Clock = { now(): Date }
/** A clock that runs with real time, from wherever the demo's history, a test or a rehearsal sets it. */
export type MovingClock = Clock & {
  advance(ms: number): void
  set(to: Date): void
  backToNow(): void
  /** How far it is ahead of the real time, in milliseconds. */
  aheadMs(): number
}

export function movingClock(): MovingClock {
  let offsetMs = 0
  return {
    now: () => new Date(Date.now() + offsetMs),
    advance: (ms) => void (offsetMs += ms),
    backToNow: () => void (offsetMs = 0),
    set: (to) => void (offsetMs = to.getTime() - Date.now()),
    aheadMs: () => offsetMs,
  }
}
