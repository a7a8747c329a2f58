import { afterEach, expect, it, vi } from 'vitest'
import { controlsOf, pauseOthers } from './control.ts'

afterEach(() => {
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

it('pauses other players but not animated pictures [PLAY-2, FEED-3]', () => {
  document.body.innerHTML =
    '<video id="film"></video><video id="gif" muted loop></video><audio id="talk"></audio>'
  const paused: string[] = []
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function (this: HTMLMediaElement) {
    paused.push(this.id)
  })
  pauseOthers(document.querySelector<HTMLMediaElement>('#film')!)
  expect(paused).toEqual(['talk'])
})

it('stays in place when asked for an end that is not known yet [PLAY-1]', () => {
  const film = document.createElement('video')
  Object.defineProperty(film, 'duration', { value: NaN, configurable: true })
  const seeks: number[] = []
  Object.defineProperty(film, 'currentTime', {
    get: () => 3,
    set(seconds: number) {
      seeks.push(seconds)
    },
  })
  controlsOf(film).seekToEnd()
  expect(seeks).toEqual([])
  Object.defineProperty(film, 'duration', { value: 90 })
  controlsOf(film).seekToEnd()
  expect(seeks).toEqual([90])
})
