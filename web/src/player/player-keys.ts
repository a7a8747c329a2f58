import type { KeyboardEvent } from 'react'
import type { Controls } from './control.ts'

/** Shortcuts that not every player has. */
export type ExtraKeys = {
  toggleCaptions?: (() => void) | undefined
  toggleFullscreen?: (() => void) | undefined
}

type Keys = Record<string, (() => void) | undefined>

const keysOf = (controls: Controls, { toggleCaptions, toggleFullscreen }: ExtraKeys): Keys => ({
  ' ': controls.togglePlay,
  k: controls.togglePlay,
  arrowleft: () => controls.seekBy(-5),
  arrowright: () => controls.seekBy(5),
  j: () => controls.seekBy(-10),
  l: () => controls.seekBy(10),
  home: () => controls.seekTo(0),
  end: controls.seekToEnd,
  arrowup: () => controls.changeVolume(0.1),
  arrowdown: () => controls.changeVolume(-0.1),
  m: controls.toggleMute,
  c: toggleCaptions,
  f: toggleFullscreen,
})

/** Controls that handle keys themselves: selects all of them, sliders the arrows, buttons the space bar. */
function isOwnKey(target: EventTarget, key: string) {
  if (!(target instanceof HTMLElement)) return false
  if (target.closest('select')) return true
  if (target.closest('[data-own-arrows]')) return key.startsWith('arrow') || key === 'home' || key === 'end'
  return key === ' ' && target.closest('button') !== null
}

export function handleKey(event: KeyboardEvent, controls: Controls, more: ExtraKeys = {}): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const key = event.key.toLowerCase()
  const action = keysOf(controls, more)[key]
  if (!action || isOwnKey(event.target, key)) return
  event.preventDefault()
  action()
}
