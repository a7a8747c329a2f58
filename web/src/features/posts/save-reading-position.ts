import { isNotFound } from '#api/api-error.ts'
import { isNewer, type FeedPosition } from './feed-mark.ts'

type Place = { newestId: string; stoppedId?: string }

export type SendPosition = {
  now: (place: Place) => Promise<unknown>
  /** For a page that is being left, without a response. */
  onLeave: (place: Place) => void
}

const quietMs = 3_000
const maxPauseMs = 5 * 60_000

/**
 * Sends the reading position after a pause, or at once with `flush`. The newest post never moves back; the
 * stop position is the latest.
 */
export function saveReadingPosition(send: SendPosition) {
  let newest: FeedPosition | null = null
  let stoppedId: string | undefined
  let lastSent = ''
  let isSending = false
  let pauseMs = quietMs
  let timer: ReturnType<typeof setTimeout> | undefined

  const nextPosition = (): Place | null => {
    clearTimeout(timer)
    if (!newest) return null
    const place = { newestId: newest.id, ...(stoppedId ? { stoppedId } : {}) }
    const text = JSON.stringify(place)
    if (text === lastSent) return null
    lastSent = text
    return place
  }
  const schedule = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void sendNow(), pauseMs)
  }
  const sendNow = async () => {
    const place = nextPosition()
    if (!place) return
    isSending = true
    try {
      await send.now(place)
      isSending = false
      pauseMs = quietMs
    } catch (error) {
      isSending = false
      // A post that was deleted is never taken.
      if (isNotFound(error)) {
        if (newest?.id === place.newestId) newest = null
        return
      }
      pauseMs = Math.min(pauseMs * 2, maxPauseMs)
      if (lastSent !== JSON.stringify(place)) return
      lastSent = ''
      schedule()
    }
  }
  const flush = () => {
    // The browser may cancel a running request when the page closes, so send it again.
    if (isSending) lastSent = ''
    const place = nextPosition()
    if (place) send.onLeave(place)
  }

  return {
    see(post: FeedPosition) {
      if (newest && !isNewer(post, newest)) return
      newest = post
      schedule()
    },
    stopAt(postId: string) {
      if (postId === stoppedId) return
      stoppedId = postId
      schedule()
    },
    flush,
  }
}
