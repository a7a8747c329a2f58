import type { IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { Refusal } from '#errors.ts'

const windowMs = 30_000
const minBytesPerMs = 8

type Body = Pick<IncomingMessage, 'readableEnded' | 'readableLength'> & { socket: { bytesRead: number } }

/**
 * Requires 8 kB per second in every half minute. `tooSlow` rejects with a 408 refusal, and never resolves.
 * While received data waits to be read, this site is the slow side and the sender is not blamed.
 */
export function watchPace(body: Body, overMs = windowMs) {
  let bytesBefore = body.socket.bytesRead
  let timer: NodeJS.Timeout | undefined
  const tooSlow = new Promise<never>((_resolve, reject) => {
    timer = setInterval(() => {
      const bytes = body.socket.bytesRead
      const isWaitedFor = body.readableLength === 0 && !body.readableEnded
      if (bytes - bytesBefore < minBytesPerMs * overMs && isWaitedFor)
        reject(new Refusal(408, 'invalid_input', 'The upload was too slow. Please try again.'))
      bytesBefore = bytes
    }, overMs)
  })
  return { tooSlow, stop: () => clearInterval(timer) }
}

/** Passes on the first item of a key at once, then the latest one at most every `pauseMs`. */
export function coalesce<Item>(
  pauseMs: number,
  keyOf: (item: Item) => string,
  send: (item: Item) => void,
): (item: Item) => void {
  const waiting = new Map<string, Item | null>()
  const pause = (key: string) => {
    waiting.set(key, null)
    setTimeout(() => {
      const latest = waiting.get(key)
      waiting.delete(key)
      if (latest) pass(latest)
    }, pauseMs).unref()
  }
  const pass = (item: Item) => {
    send(item)
    pause(keyOf(item))
  }
  return (item) => {
    if (waiting.has(keyOf(item))) waiting.set(keyOf(item), item)
    else pass(item)
  }
}

/** Returns a function that resolves `perSecond` times a second at most, evenly spaced; 0 is no limit. */
export function paced(perSecond: number): () => Promise<void> {
  const gapMs = perSecond > 0 ? 1000 / perSecond : 0
  let nextAt = 0
  return async () => {
    const now = performance.now()
    const at = Math.max(now, nextAt)
    nextAt = at + gapMs
    if (at > now) await wait(at - now, undefined, { ref: false })
  }
}
