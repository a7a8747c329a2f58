import { maxSecondsReported, watch, watchReportSeconds } from '@touchline/contract/watching.ts'

type Tell = (seconds: number) => boolean

const reportToServer =
  (postId: string): Tell =>
  (seconds) =>
    navigator.sendBeacon(
      watch.path.replace(':id', encodeURIComponent(postId)),
      new Blob([JSON.stringify({ seconds })], { type: 'application/json' }),
    )

/** Between two signs that something plays there is never more than this, save while the machine sleeps. */
const maxGapMs = 2000

/**
 * Measures for how long an element really plays, by the clock and not by the film, and tells it now and then, when it is
 * paused and when the page is left. The first report only says that it begins. Answers how to stop.
 */
export function watchTime(element: HTMLMediaElement, postId: string, tell: Tell = reportToServer(postId)) {
  let playedMs = 0
  let lastSignAt: number | null = null
  let hasBegun = false

  const add = () => {
    const now = performance.now()
    if (lastSignAt !== null) playedMs += Math.min(now - lastSignAt, maxGapMs)
    lastSignAt = now
  }
  const report = () => {
    const seconds = Math.min(Math.floor(playedMs / 1000), maxSecondsReported)
    if (seconds > 0 && tell(seconds)) playedMs -= seconds * 1000
  }
  const begin = () => {
    if (!hasBegun) hasBegun = tell(0)
    lastSignAt ??= performance.now()
  }
  const follow = () => {
    if (lastSignAt === null) return
    add()
    if (playedMs >= watchReportSeconds * 1000) report()
  }
  const stop = () => {
    if (lastSignAt === null) return
    add()
    lastSignAt = null
  }
  const stopAndTell = () => {
    stop()
    report()
  }
  const leave = () => {
    if (lastSignAt !== null) add()
    report()
  }

  const leaving = new AbortController()
  const { signal } = leaving
  element.addEventListener('playing', begin, { signal })
  element.addEventListener('timeupdate', follow, { signal })
  // What waits for bytes or is being moved does not play.
  for (const name of ['waiting', 'seeking', 'emptied']) element.addEventListener(name, stop, { signal })
  for (const name of ['pause', 'ended']) element.addEventListener(name, stopAndTell, { signal })
  window.addEventListener('pagehide', leave, { signal })
  return () => {
    stopAndTell()
    leaving.abort()
  }
}
