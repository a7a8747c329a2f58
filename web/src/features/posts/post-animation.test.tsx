import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest'
import { PostAnimation } from './post-animation.tsx'

let root: Root
let place: HTMLElement
/** Reports visibility in place of the browser. */
let see: (...batch: boolean[]) => void
let plays: string[]
let play: MockInstance<HTMLMediaElement['play']>

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  plays = []
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        see = (...batch) => callback(batch.map((isIntersecting) => ({ isIntersecting })))
      }
      observe = () => undefined
      disconnect = () => undefined
    },
  )
  play = vi.spyOn(HTMLMediaElement.prototype, 'play')
  play.mockImplementation(async () => void plays.push('play'))
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => void plays.push('pause'))
  place = document.createElement('div')
  document.body.append(place)
  root = createRoot(place)
})
afterEach(async () => {
  await act(async () => root.unmount())
  place.remove()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const prefers = (isReduced: boolean) =>
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: isReduced && query.includes('reduce') }))
const show = () => act(async () => root.render(<PostAnimation url="/media/a/whole" name="The save" />))
const button = () => place.querySelector('button')!

it('loops silently on screen and stops on request [FEED-3]', async () => {
  prefers(false)
  await show()
  const film = place.querySelector('video')!
  expect([film.muted, film.loop, film.preload, film.autoplay]).toEqual([true, true, 'none', false])
  expect(plays).toEqual([])
  await act(async () => see(true))
  expect(plays).toEqual(['play'])
  await act(async () => see(false))
  expect(plays).toEqual(['play', 'pause'])
  expect(button().getAttribute('aria-label')).toBe('Pause animation: The save')
  await act(async () => button().click())
  expect(plays.at(-1)).toBe('pause')
  expect(button().getAttribute('aria-label')).toBe('Play animation: The save')
})

it('shows a still with reduced motion until played [FEED-3]', async () => {
  prefers(true)
  await show()
  expect([plays, button().getAttribute('aria-label')]).toEqual([[], 'Play animation: The save'])
  await act(async () => button().click())
  await act(async () => see(true))
  expect(plays).toEqual(['play'])
})

it('plays on return after it was scrolled past before loading [FEED-3]', async () => {
  prefers(false)
  await show()
  const { promise, reject } = Promise.withResolvers<void>()
  play.mockReturnValueOnce(promise)
  await act(async () => see(true))
  // How a browser rejects play() when it is paused first.
  await act(async () => {
    see(false)
    reject(new DOMException('The play() request was interrupted by a call to pause().', 'AbortError'))
  })
  expect(button().getAttribute('aria-label')).toBe('Pause animation: The save')
  await act(async () => see(true))
  expect(plays).toEqual(['pause', 'play'])
})

it('uses the latest visibility when several arrive at once [FEED-3]', async () => {
  prefers(false)
  await show()
  await act(async () => see(true, false))
  expect(plays).toEqual(['pause'])
  await act(async () => see(false, true))
  expect(plays).toEqual(['pause', 'play'])
})

it('shows a still when autoplay is blocked [FEED-3]', async () => {
  prefers(false)
  await show()
  play.mockRejectedValueOnce(new DOMException('No.', 'NotAllowedError'))
  await act(async () => see(true))
  expect(button().getAttribute('aria-label')).toBe('Play animation: The save')
})

it('keeps the picture when the video cannot be played [FEED-3]', async () => {
  prefers(false)
  await show()
  await act(async () => place.querySelector('video')!.dispatchEvent(new Event('error')))
  expect(place.childElementCount).toBe(0)
})
