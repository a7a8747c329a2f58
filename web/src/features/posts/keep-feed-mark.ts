import { isNewer, type Placed } from './feed-mark.ts'

export type TellMark = (place: { newestId: string; stoppedId?: string }) => void

const quietMs = 3_000

/**
 * Keeps where the reader is and tells it when nothing changed for a while, or at once with `flush`; never twice the
 * same. What is newer stays the newest; where one stopped is wherever one was last.
 */
export function keepFeedMark(tell: TellMark) {
  let newest: Placed | null = null
  let stoppedId: string | undefined
  let told = ''
  let timer: ReturnType<typeof setTimeout> | undefined

  const flush = () => {
    clearTimeout(timer)
    if (!newest) return
    const place = { newestId: newest.id, ...(stoppedId ? { stoppedId } : {}) }
    const text = JSON.stringify(place)
    if (text === told) return
    told = text
    tell(place)
  }
  const tellLater = () => {
    clearTimeout(timer)
    timer = setTimeout(flush, quietMs)
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
