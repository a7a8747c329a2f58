import type { Media } from '@touchline/contract/media.ts'
import { useEffect, useRef, useState } from 'react'
import { applyChoices, isAtPlace, pauseOthers } from './control.ts'
import { openSource, openFullFile } from './open-source.ts'

type Opened = {
  /** What plays can be told apart from what could play by now. */
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

/**
 * What plays in an element: nothing until `open` is called with a place in seconds; `openAgain` goes on at the last
 * place it was at. Answers what was opened (null: nothing yet), with the sizes to choose from and what is wrong with it
 * in words.
 */
export function useSource(element: HTMLMediaElement | null, media: Pick<Media, 'url' | 'streamUrl'>) {
  const [source, setSource] = useState<Opened | null>(null)
  const current = useRef(new AbortController())
  // An element that broke off, or is loaded anew, has forgotten it.
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
      // Once its stream is there, the file of a video is no longer read.
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
