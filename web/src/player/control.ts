import { saveChoices, savedChoices } from './choices.ts'

/** Pauses all other players; silent loops play on. */
export function pauseOthers(element: HTMLMediaElement): void {
  for (const other of document.querySelectorAll<HTMLMediaElement>('video:not([loop]), audio'))
    if (other !== element) other.pause()
}

export function applyChoices(element: HTMLMediaElement): void {
  const { volume, isMuted, speed } = savedChoices()
  element.volume = volume
  element.muted = isMuted
  setSpeedOf(element, speed)
}

/** `defaultPlaybackRate` applies to the next source. */
function setSpeedOf(element: HTMLMediaElement, speed: number) {
  element.defaultPlaybackRate = speed
  element.playbackRate = speed
}

/** False while loading, when `currentTime` is 0 without meaning. */
export const isAtPlace = (element: HTMLMediaElement): boolean =>
  element.seeking || element.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA

export function controlsOf(element: HTMLMediaElement) {
  const seekTo = (seconds: number) => {
    // The end is unknown before the duration is.
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
      // Unmuting at volume 0 would stay silent.
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
