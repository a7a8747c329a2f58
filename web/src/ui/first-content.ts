import { useEffect } from 'react'
import { onIdle } from './on-idle.ts'

const maxWaitMs = 4000
const maxTurnMs = 500

const pendingContent = new Set<symbol>()
const waiting = new Set<() => void>()
let lastTurn: Promise<unknown> = Promise.resolve()

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))
const idle = () => new Promise<void>((resolve) => onIdle(resolve, { otherwiseMs: 50, timeout: 200 }))

function releaseWaiting() {
  if (pendingContent.size > 0) return
  for (const go of waiting) go()
  waiting.clear()
}

/** Marks content that the reader waits for. Returns a function that marks it as shown. */
export function expectFirstContent(): () => void {
  const thing = Symbol('first')
  pendingContent.add(thing)
  return () => {
    // Content of the same render may still mark itself as pending.
    if (pendingContent.delete(thing)) setTimeout(releaseWaiting)
  }
}

export function useFirstContent(isOnItsWay = true) {
  useEffect(() => (isOnItsWay ? expectFirstContent() : undefined), [isOnItsWay])
}

/**
 * Runs `work` when the first content is shown, after four seconds at the latest, one task at a time.
 * Preloading must not compete with the page for a slow connection.
 */
export async function afterFirstContent<Result>(work: () => Promise<Result>): Promise<Result> {
  if (pendingContent.size === 0) return work()
  await Promise.race([new Promise<void>((resolve) => void waiting.add(resolve)), pause(maxWaitMs)])
  const done = lastTurn.then(idle).then(work)
  lastTurn = Promise.race([done.catch(() => {}), pause(maxTurnMs)])
  return done
}
