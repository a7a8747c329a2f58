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

const fire = (name: string) => video.dispatchEvent(new Event(name))
/** Plays for some seconds, with four events in each. */
function play(seconds: number) {
  for (let quarter = 0; quarter < seconds * 4; quarter += 1) {
    vi.advanceTimersByTime(250)
    fire('timeupdate')
  }
}

it('reports the start, every half minute, and the rest on pause [CAN-1]', () => {
  fire('playing')
  expect(reported).toEqual([0])
  play(65)
  expect(reported).toEqual([0, 30, 30])
  fire('pause')
  expect(reported).toEqual([0, 30, 30, 5])
  fire('playing')
  play(3)
  fire('ended')
  expect(reported).toEqual([0, 30, 30, 5, 3])
})

it('counts no time while nothing plays [CAN-1]', () => {
  play(10)
  expect(reported).toEqual([])
  fire('playing')
  play(4)
  fire('pause')
  vi.advanceTimersByTime(60_000)
  fire('timeupdate')
  fire('playing')
  play(2)
  fire('waiting')
  vi.advanceTimersByTime(60_000)
  fire('playing')
  play(2)
  // The machine slept.
  vi.advanceTimersByTime(3_600_000)
  fire('pause')
  expect(reported).toEqual([0, 4, 6])
})

it('reports the rest when the page or player closes [CAN-1]', () => {
  fire('playing')
  play(7)
  window.dispatchEvent(new Event('pagehide'))
  expect(reported).toEqual([0, 7])
  play(2)
  stop()
  expect(reported).toEqual([0, 7, 2])
  fire('playing')
  play(40)
  expect(reported).toEqual([0, 7, 2])
})

it('keeps unsent time for the next report [CAN-1]', () => {
  fire('playing')
  play(10)
  isTaken = false
  fire('pause')
  fire('playing')
  play(10)
  isTaken = true
  fire('pause')
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
