import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchTime } from './watch-time.ts'

let video: HTMLVideoElement
let reported: number[]
let isTaken: boolean
let stop: () => void
beforeEach(() => {
  vi.useFakeTimers()
  video = document.createElement('video')
  reported = []
  isTaken = true
  stop = watchTime(video, 'post', (seconds) => {
    if (isTaken) reported.push(seconds)
    return isTaken
  })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

const hear = (name: string) => video.dispatchEvent(new Event(name))
/** Plays on for so many seconds, as a browser says it four times in each. */
function play(seconds: number) {
  for (let quarter = 0; quarter < seconds * 4; quarter += 1) {
    vi.advanceTimersByTime(250)
    hear('timeupdate')
  }
}

it('reports the start, every half minute, and the rest on pause [CAN-1]', () => {
  hear('playing')
  expect(reported).toEqual([0])
  play(65)
  expect(reported).toEqual([0, 30, 30])
  hear('pause')
  expect(reported).toEqual([0, 30, 30, 5])
  hear('playing')
  play(3)
  hear('ended')
  expect(reported).toEqual([0, 30, 30, 5, 3])
})

it('counts no time while nothing plays [CAN-1]', () => {
  play(10)
  expect(reported).toEqual([])
  hear('playing')
  play(4)
  hear('pause')
  vi.advanceTimersByTime(60_000)
  hear('timeupdate')
  hear('playing')
  play(2)
  hear('waiting')
  vi.advanceTimersByTime(60_000)
  hear('playing')
  play(2)
  // The machine slept.
  vi.advanceTimersByTime(3_600_000)
  hear('pause')
  expect(reported).toEqual([0, 4, 6])
})

it('reports the rest when the page or player closes [CAN-1]', () => {
  hear('playing')
  play(7)
  window.dispatchEvent(new Event('pagehide'))
  expect(reported).toEqual([0, 7])
  play(2)
  stop()
  expect(reported).toEqual([0, 7, 2])
  hear('playing')
  play(40)
  expect(reported).toEqual([0, 7, 2])
})

it('keeps unsent time for the next report [CAN-1]', () => {
  hear('playing')
  play(10)
  isTaken = false
  hear('pause')
  hear('playing')
  play(10)
  isTaken = true
  hear('pause')
  expect(reported).toEqual([0, 20])
})

it('sends a request that outlives the page [CAN-1]', async () => {
  const sent: [string, string][] = []
  const bodies: Promise<void>[] = []
  vi.stubGlobal('navigator', {
    sendBeacon: (address: string, body: Blob) => {
      bodies.push(body.text().then((text) => void sent.push([address, text])))
      return true
    },
  })
  const other = document.createElement('video')
  const stopOther = watchTime(other, 'a post')
  other.dispatchEvent(new Event('playing'))
  stopOther()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  await Promise.all(bodies)
  expect(sent).toEqual([['/api/posts/a%20post/watch', '{"seconds":0}']])
})
