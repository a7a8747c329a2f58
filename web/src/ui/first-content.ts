import { useEffect } from 'react'
import { onIdle } from './on-idle.ts'

/** So long at most the rest waits for what may never come. */
const longestWaitMs = 4000
/** So long at most one waits for the one before it. */
const longestTurnMs = 500

const onTheirWay = new Set<symbol>()
const waiting = new Set<() => void>()
let lastTurn: Promise<unknown> = Promise.resolve()

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))
const idle = () => new Promise<void>((resolve) => onIdle(resolve, { otherwiseMs: 50, timeout: 200 }))

function letTheRestGo() {
  if (onTheirWay.size > 0) return
  for (const go of waiting) go()
  waiting.clear()
}

/**
 * Says that something the reader waits for is on its way, and answers how to say that it has come. Until then whatever
 * was handed to `afterFirstThings` waits.
 */
export function expectFirstContent(): () => void {
  const thing = Symbol('first')
  onTheirWay.add(thing)
  return () => {
    // What follows in the same drawing may say for itself that it is on its way.
    if (onTheirWay.delete(thing)) setTimeout(letTheRestGo)
  }
}

/** The same for as long as the caller is on screen and `isOnItsWay`. */
export function useFirstContent(isOnItsWay = true) {
  useEffect(() => (isOnItsWay ? expectFirstContent() : undefined), [isOnItsWay])
}

/**
 * Does `work` once the reader has what they came for, at once where nothing is on its way, and after four seconds
 * whatever happened. What only comes with a later press would else take its part of a slow connection from the page. What
 * has waited is done one after the other while the browser is idle, so that it answers a press in between.
 */
export async function afterFirstContent<Result>(work: () => Promise<Result>): Promise<Result> {
  if (onTheirWay.size === 0) return work()
  await Promise.race([new Promise<void>((resolve) => void waiting.add(resolve)), pause(longestWaitMs)])
  const done = lastTurn.then(idle).then(work)
  lastTurn = Promise.race([done.catch(() => {}), pause(longestTurnMs)])
  return done
}
