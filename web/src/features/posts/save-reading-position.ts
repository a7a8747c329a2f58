import { isNotFound } from '#api/api-error.ts'
import { isNewer, type Placed } from './feed-mark.ts'

type Place = { newestId: string; stoppedId?: string }

export type SendPosition = {
  /** Rejects when it was not taken. */
  now: (place: Place) => Promise<unknown>
  /** For a page that is being left, where no answer is heard. */
  inLeaving: (place: Place) => void
}

const quietMs = 3_000
const maxPauseMs = 5 * 60_000

/**
 * Keeps where the reader is and tells it when nothing changed for a while, or at once with `flush`; never twice the
 * same, but again, ever more seldom, what was not taken. What is newer stays the newest; where one stopped is wherever
 * one was last.
 */
export function saveReadingPosition(tell: SendPosition) {
  let newest: Placed | null = null
  let stoppedId: string | undefined
  let told = ''
  let isUnderWay = false
  let pauseMs = quietMs
  let timer: ReturnType<typeof setTimeout> | undefined

  const take = (): Place | null => {
    clearTimeout(timer)
    if (!newest) return null
    const place = { newestId: newest.id, ...(stoppedId ? { stoppedId } : {}) }
    const text = JSON.stringify(place)
    if (text === told) return null
    told = text
    return place
  }
  const tellLater = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void tellNow(), pauseMs)
  }
  const tellNow = async () => {
    const place = take()
    if (!place) return
    isUnderWay = true
    try {
      await tell.now(place)
      isUnderWay = false
      pauseMs = quietMs
    } catch (error) {
      isUnderWay = false
      // A post that was deleted is never taken.
      if (isNotFound(error)) {
        if (newest?.id === place.newestId) newest = null
        return
      }
      pauseMs = Math.min(pauseMs * 2, maxPauseMs)
      if (told !== JSON.stringify(place)) return
      told = ''
      tellLater()
    }
  }
  const flush = () => {
    // What is under way may be given up with the page.
    if (isUnderWay) told = ''
    const place = take()
    if (place) tell.inLeaving(place)
  }

  return {
    see(post: Placed) {
      if (newest && !isNewer(post, newest)) return
      newest = post
      tellLater()
    },
    stopAt(postId: string) {
      if (postId === stoppedId) return
      stoppedId = postId
      tellLater()
    },
    flush,
  }
}
