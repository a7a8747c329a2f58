import type { LiveMessage } from '@touchline/contract/live.ts'

type Hearts = Extract<LiveMessage, { type: 'post_heart_update' }>

const pauseMs = 200

/** Lets the first count of a post pass at once and then the latest one every 200 ms at most. */
export function coalesceHearts(send: (message: Hearts) => void): (message: Hearts) => void {
  const waiting = new Map<string, Hearts | null>()
  const pause = (postId: string) => {
    waiting.set(postId, null)
    setTimeout(() => {
      const latest = waiting.get(postId)
      waiting.delete(postId)
      if (!latest) return
      send(latest)
      pause(postId)
    }, pauseMs).unref()
  }
  return (message) => {
    if (waiting.has(message.postId)) {
      waiting.set(message.postId, message)
      return
    }
    send(message)
    pause(message.postId)
  }
}
