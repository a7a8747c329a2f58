import { maxSecondsReported, watch, watchReportSeconds } from '@touchline/contract/watching.ts'

type Send = (seconds: number) => boolean

const reportToServer =
  (postId: string): Send =>
  (seconds) =>
    navigator.sendBeacon(
      watch.path.replace(':id', encodeURIComponent(postId)),
      new Blob([JSON.stringify({ seconds })], { type: 'application/json' }),
    )

/** Events come more often than this, unless the device sleeps. */
const maxGapMs = 2000

/** Reports playing time by the clock, also on pause and on leaving. The first report is that it began. */
export function watchTime(element: HTMLMediaElement, postId: string, send: Send = reportToServer(postId)) {
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
    if (seconds > 0 && send(seconds)) playedMs -= seconds * 1000
  }
  const begin = () => {
    if (!hasBegun) hasBegun = send(0)
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
  const stopAndReport = () => {
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
  // Buffering and seeking do not count as playing.
  for (const name of ['waiting', 'seeking', 'emptied']) element.addEventListener(name, stop, { signal })
  for (const name of ['pause', 'ended']) element.addEventListener(name, stopAndReport, { signal })
  window.addEventListener('pagehide', leave, { signal })
  return () => {
    stopAndReport()
    leaving.abort()
  }
}
