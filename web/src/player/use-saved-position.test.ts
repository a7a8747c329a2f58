import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { steerMedia } from '#testing/steered-media.ts'
import { unsentPositions } from './saved-positions.ts'
import { followPosition } from './use-saved-position.ts'

Object.assign(HTMLMediaElement, { HAVE_CURRENT_DATA: 2 })

let film: HTMLVideoElement
let state: ReturnType<typeof steerMedia>
let sent: number[]
let close: () => void
beforeEach(() => {
  vi.useFakeTimers()
  film = document.createElement('video')
  state = steerMedia(film)
  sent = []
  const played = { personId: 'robin', postId: 'post', partId: 'part' }
  close = followPosition(film, played, () => sent.push(unsentPositions('robin').positions[0]!.seconds))
})
afterEach(() => {
  close()
  vi.useRealTimers()
  localStorage.clear()
})

const fire = (name: string) => film.dispatchEvent(new Event(name))
function play(seconds: number) {
  for (let quarter = 0; quarter < seconds * 4; quarter += 1) {
    state.currentTime += 0.25
    vi.advanceTimersByTime(250)
    fire('timeupdate')
  }
}

it('sends the position every ten seconds of play, on pause and on leaving [PLAY-6]', () => {
  fire('playing')
  play(36)
  expect(sent).toEqual([10, 20, 30])
  fire('pause')
  expect(sent.at(-1)).toBe(36)
  window.dispatchEvent(new Event('pagehide'))
  expect(sent).toHaveLength(5)
  state.currentTime = 300
  close()
  expect(sent.at(-1)).toBe(300)
})

it('sends jumps together, not one by one [PLAY-6]', () => {
  fire('playing')
  play(12)
  expect(sent).toEqual([10])
  for (let jump = 0; jump < 20; jump += 1) {
    state.currentTime += 5
    fire('seeked')
  }
  expect(sent).toEqual([10])
  vi.advanceTimersByTime(10_000)
  expect(sent).toEqual([10, 112])
  vi.advanceTimersByTime(60_000)
  expect(sent).toHaveLength(2)
})

it('sends that a film is over, and nothing before it plays [PLAY-6]', () => {
  fire('seeked')
  fire('pause')
  vi.advanceTimersByTime(60_000)
  expect(sent).toEqual([])
  fire('playing')
  state.currentTime = 600
  fire('ended')
  expect(sent).toEqual([0])
})
