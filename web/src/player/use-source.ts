import type { Media } from '@touchline/contract/media.ts'
import { useEffect, useRef, useState } from 'react'
import { applyChoices, isAtPlace, pauseOthers } from './control.ts'
import { openSource, openFullFile } from './open-source.ts'

type Opened = {
  /** Identifies the playing source, because the available one may have changed. */
  streamUrl: string | null
  sides: number[]
  side: number | null
  choose: (side: number | null) => void
  problem: string | null
}

const opened = (streamUrl: string | null): Opened => ({
  streamUrl,
  sides: [],
  side: null,
  choose: () => undefined,
  problem: null,
})

/** Returns the source of an element, the problem as a sentence, and `openAgain` to resume after it. */
export function useSource(element: HTMLMediaElement | null, media: Pick<Media, 'url' | 'streamUrl'>) {
  const [source, setSource] = useState<Opened | null>(null)
  const current = useRef(new AbortController())
  // A failed or reloaded element has lost its position.
  const reached = useRef(0)
  const latest = useRef(media)
  useEffect(() => {
    latest.current = media
  }, [media])
  useEffect(() => {
    if (!element) return undefined
    const follow = () => {
      if (isAtPlace(element)) reached.current = element.currentTime
    }
    const alone = () => pauseOthers(element)
    element.addEventListener('play', alone)
    for (const name of ['timeupdate', 'seeking']) element.addEventListener(name, follow)
    return () => {
      element.removeEventListener('play', alone)
      for (const name of ['timeupdate', 'seeking']) element.removeEventListener(name, follow)
      current.current.abort()
    }
  }, [element])

  const again = useRef(() => {})
  const open = (startAt: number) => {
    if (!element) return
    current.current.abort()
    reached.current = startAt
    current.current = new AbortController()
    const { signal } = current.current
    setSource(opened(media.streamUrl))
    const change = (changes: Partial<Opened>) => {
      if (!signal.aborted) setSource((before) => before && { ...before, ...changes })
    }
    applyChoices(element)
    const asked = {
      media,
      startAt,
      signal,
      onSizes: (sides: number[], choose: Opened['choose']) => change({ sides, side: null, choose }),
      // Once a stream exists, the file may no longer be read.
      onProblem: (problem: string) =>
        latest.current.streamUrl === media.streamUrl ? change({ problem }) : again.current(),
    }
    if (element instanceof HTMLVideoElement) void openSource(element, asked)
    else openFullFile(element, asked)
  }
  useEffect(() => {
    again.current = () => open(reached.current)
  })
  const choose = (side: number | null) => {
    source?.choose(side)
    setSource((before) => before && { ...before, side })
  }
  return { source, open, openAgain: () => open(reached.current), choose }
}
