/** The source of the current time for the whole program, which the simulator and tests can move. */
export type Clock = { now(): Date }
/** A clock that runs with real time, with an offset for seeding, tests and the simulator. */
export type MovingClock = Clock & {
  advance(ms: number): void
  set(to: Date): void
  backToNow(): void
  /** How far it is ahead of real time, in milliseconds. */
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
