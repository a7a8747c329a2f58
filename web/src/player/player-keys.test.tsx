import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { controlsOf } from './control.ts'
import { handleKey } from './player-keys.ts'

/** A player of an element that is at 100 of 600 seconds, with a control of every kind in it. */
function openPlayer() {
  const video = document.createElement('video')
  const state = { time: 100, isPaused: true }
  Object.defineProperties(video, {
    duration: { get: () => 600 },
    currentTime: {
      get: () => state.time,
      set(time: number) {
        state.time = time
      },
    },
    paused: { get: () => state.isPaused },
    play: { value: async () => (state.isPaused = false) },
    pause: { value: () => (state.isPaused = true) },
  })
  const pressed: string[] = []
  render(
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- as the player's own
    <fieldset
      aria-label="player"
      onKeyDown={(event) =>
        handleKey(event, controlsOf(video), { toggleCaptions: () => pressed.push('captions') })
      }
    >
      <button type="button">Mute</button>
      <input type="range" aria-label="Seek" />
      <input type="range" aria-label="Volume" data-own-arrows />
      <select aria-label="Speed" />
    </fieldset>,
  )
  return { video, state, pressed }
}

/** Whether the player took the key for itself. */
const press = (on: HTMLElement, key: string, more = {}) => !fireEvent.keyDown(on, { key, ...more })

afterEach(() => {
  cleanup()
  localStorage.clear()
})

describe('player keys', () => {
  it('play, seek, mute and show captions [PLAY-1]', () => {
    const { video, state, pressed } = openPlayer()
    const player = screen.getByRole('group')
    const table: [key: string, time: number][] = [
      ['ArrowRight', 105],
      ['ArrowLeft', 100],
      ['l', 110],
      ['J', 100],
      ['End', 600],
      ['ArrowRight', 600],
      ['Home', 0],
      ['ArrowLeft', 0],
    ]
    for (const [key, time] of table) {
      expect([key, press(player, key)]).toEqual([key, true])
      expect([key, state.time]).toEqual([key, time])
    }
    for (const [key, isPaused] of [
      ['k', false],
      [' ', true],
    ] as const) {
      press(player, key)
      expect(state.isPaused).toBe(isPaused)
    }
    press(player, 'm')
    expect(video.muted).toBe(true)
    press(player, 'm')
    press(player, 'ArrowDown')
    expect(video.volume).toBeCloseTo(0.9)
    press(player, 'c')
    expect(pressed).toEqual(['captions'])
    // This player has no full screen.
    expect(press(player, 'f')).toBe(false)
  })

  it('leave the keys of focused controls and of the browser alone [PLAY-1]', () => {
    const { state } = openPlayer()
    const left: [role: 'button' | 'slider' | 'combobox', name: string, key: string][] = [
      ['button', 'Mute', ' '],
      ['slider', 'Volume', 'ArrowRight'],
      ['slider', 'Volume', 'Home'],
      ['combobox', 'Speed', 'ArrowDown'],
      ['combobox', 'Speed', 'k'],
    ]
    for (const [role, name, key] of left)
      expect([name, key, press(screen.getByRole(role, { name }), key)]).toEqual([name, key, false])
    expect(press(screen.getByRole('slider', { name: 'Seek' }), 'ArrowRight')).toBe(true)
    expect(press(screen.getByRole('button', { name: 'Mute' }), 'l')).toBe(true)
    expect(state.time).toBe(115)
    for (const modifier of ['ctrlKey', 'metaKey', 'altKey'])
      expect(press(screen.getByRole('group'), 'l', { [modifier]: true })).toBe(false)
    expect(press(screen.getByRole('group'), 'Tab')).toBe(false)
  })
})
