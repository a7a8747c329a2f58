import { saveChoices, savedChoices } from './choices.ts'

/** One thing plays at a time; pictures that move, again and again and without sound, are no such thing. */
export function pauseOthers(element: HTMLMediaElement): void {
  for (const other of document.querySelectorAll<HTMLMediaElement>('video:not([loop]), audio'))
    if (other !== element) other.pause()
}

/** Gives an element what was chosen in this browser before. */
export function applyChoices(element: HTMLMediaElement): void {
  const { volume, isMuted, speed } = savedChoices()
  element.volume = volume
  element.muted = isMuted
  setSpeedOf(element, speed)
}

/** The speed is also that of whatever is loaded next. */
function setSpeedOf(element: HTMLMediaElement, speed: number) {
  element.defaultPlaybackRate = speed
  element.playbackRate = speed
}

/** Whether its `currentTime` is a place somebody is at, and not the 0 of an element that is only being loaded. */
export const isAtPlace = (element: HTMLMediaElement): boolean =>
  element.seeking || element.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA

/** What somebody may do with an element that has something to play; what they choose is remembered. */
export function controlsOf(element: HTMLMediaElement) {
  const seekTo = (seconds: number) => {
    // Before it is known how long it is, it has no end to go to.
    if (!Number.isFinite(seconds)) return
    const end = Number.isFinite(element.duration) ? element.duration : seconds
    element.currentTime = Math.min(Math.max(0, seconds), end)
  }
  const setVolume = (volume: number) => {
    element.volume = Math.min(1, Math.max(0, volume))
    element.muted = element.volume === 0
    saveChoices({ volume: element.volume, isMuted: element.muted })
  }
  return {
    togglePlay: () => {
      if (element.paused) void element.play().catch(() => undefined)
      else element.pause()
    },
    seekTo,
    seekBy: (seconds: number) => seekTo(element.currentTime + seconds),
    seekToEnd: () => seekTo(element.duration),
    setVolume,
    changeVolume: (by: number) => setVolume((element.muted ? 0 : element.volume) + by),
    toggleMute: () => {
      // Silence that was chosen on the slider would stay silence.
      if (element.muted && element.volume === 0) element.volume = 1
      element.muted = !element.muted
      saveChoices({ volume: element.volume, isMuted: element.muted })
    },
    setSpeed: (speed: number) => {
      setSpeedOf(element, speed)
      saveChoices({ speed })
    },
  }
}

export type Controls = ReturnType<typeof controlsOf>
