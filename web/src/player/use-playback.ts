import { useEffect, useState } from 'react'

export type Playback = {
  isPlaying: boolean
  isWaiting: boolean
  hasEnded: boolean
  time: number
  duration: number
  bufferedTo: number
  volume: number
  isMuted: boolean
  speed: number
}

const events = [
  'play',
  'playing',
  'pause',
  'waiting',
  'canplay',
  'ended',
  'timeupdate',
  'seeking',
  'seeked',
  'durationchange',
  'progress',
  'volumechange',
  'ratechange',
  'emptied',
]

function bufferedTo({ buffered, currentTime }: HTMLMediaElement) {
  for (let index = 0; index < buffered.length; index += 1)
    if (buffered.start(index) <= currentTime + 0.5 && buffered.end(index) >= currentTime)
      return buffered.end(index)
  return currentTime
}

const playbackOf = (element: HTMLMediaElement, knownSeconds: number): Playback => ({
  isPlaying: !element.paused && !element.ended,
  // Playback can continue from HAVE_FUTURE_DATA on.
  isWaiting: !element.paused && !element.ended && element.readyState < HTMLMediaElement.HAVE_FUTURE_DATA,
  hasEnded: element.ended,
  time: element.currentTime,
  duration: Number.isFinite(element.duration) ? element.duration : knownSeconds,
  bufferedTo: bufferedTo(element),
  volume: element.volume,
  isMuted: element.muted,
  speed: element.playbackRate,
})

const before: Playback = {
  isPlaying: false,
  isWaiting: false,
  hasEnded: false,
  time: 0,
  duration: 0,
  bufferedTo: 0,
  volume: 1,
  isMuted: false,
  speed: 1,
}

/** Returns the state of an element, with `knownSeconds` until it knows its duration. Times are in seconds. */
export function usePlayback(element: HTMLMediaElement | null, knownSeconds: number): Playback {
  const [playback, setPlayback] = useState({ ...before, duration: knownSeconds })
  useEffect(() => {
    if (!element) return undefined
    const look = () => setPlayback(playbackOf(element, knownSeconds))
    for (const name of events) element.addEventListener(name, look)
    return () => {
      for (const name of events) element.removeEventListener(name, look)
    }
  }, [element, knownSeconds])
  return playback
}
