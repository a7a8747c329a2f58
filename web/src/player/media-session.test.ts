import { afterEach, beforeEach, expect, it } from 'vitest'
import { steerMedia } from '#testing/steered-media.ts'
import { type NowPlaying, openMediaSession } from './media-session.ts'

/** The browser's part of it, which the test's browser has not. */
class Session {
  metadata: MediaMetadataInit | null = null
  playbackState = 'none'
  position: MediaPositionState | undefined
  handlers = new Map<string, MediaSessionActionHandler>()
  setPositionState(state?: MediaPositionState) {
    this.position = state
  }
  setActionHandler(action: string, handler: MediaSessionActionHandler | null) {
    if (action === 'stop') throw new TypeError('An older browser does not know this one.')
    if (handler) this.handlers.set(action, handler)
    else this.handlers.delete(action)
  }
}

function Metadata(this: object, about: MediaMetadataInit) {
  Object.assign(this, about)
}

let session: Session
beforeEach(() => {
  session = new Session()
  Object.defineProperty(navigator, 'mediaSession', { value: session, configurable: true })
  Object.assign(globalThis, { MediaMetadata: Metadata })
})
const opened: (() => void)[] = []
afterEach(() => {
  for (const close of opened.splice(0)) close()
})

const still = (width: number) => ({ url: `/media/film/poster-${width}`, width, mimeType: 'image/webp' })
const film: NowPlaying = {
  title: 'Added time',
  by: { name: 'Sam Whitlock', picture: '/media/sam/320' },
  media: { poster: [still(320), still(640)], width: 1280, height: 720 },
  chapters: [
    { at: 0, title: 'One' },
    { at: 60, title: 'Two' },
    { at: 120, title: 'Three' },
  ],
}

/** An element at 70 of 600 seconds whose controls of the system are open. */
function open(about: NowPlaying) {
  const element = document.createElement('video')
  const state = steerMedia(element, { currentTime: 70, playbackRate: 1.5 })
  const close = openMediaSession(element, () => about)
  opened.push(close)
  return { element, state, close }
}

const act = (action: MediaSessionAction, details = {}) =>
  session.handlers.get(action)!({ action, ...details })

const artwork = (width: number, sizes: string) => ({
  src: `${location.origin}/media/film/poster-${width}`,
  type: 'image/webp',
  sizes,
})

it('shows title, creator and poster on the lock screen once it plays [PLAY-7]', async () => {
  const { element, state } = open(film)
  expect(session.metadata).toBeNull()
  await element.play()
  expect(session.metadata).toEqual({
    title: 'Added time',
    artist: 'Sam Whitlock',
    artwork: [artwork(320, '320x180'), artwork(640, '640x360')],
  })
  expect(session.playbackState).toBe('playing')
  expect(session.position).toEqual({ duration: 600, position: 70, playbackRate: 1.5 })
  state.currentTime = 601
  element.dispatchEvent(new Event('seeked'))
  expect(session.position?.position).toBe(600)
  element.pause()
  expect(session.playbackState).toBe('paused')
})

it('shows the creator’s picture for a recording, else the icon of the site [PLAY-7]', async () => {
  const media = { poster: [], width: null, height: null }
  await open({ ...film, media }).element.play()
  expect(session.metadata?.artwork).toEqual([{ src: `${location.origin}/media/sam/320` }])
  await open({ ...film, media, by: { name: 'Sam', picture: null } }).element.play()
  expect(session.metadata?.artwork).toEqual([{ src: `${location.origin}/icon-512.png` }])
})

it('plays, pauses, skips, seeks and changes chapters from the lock screen [PLAY-7]', async () => {
  const { element, state } = open(film)
  await element.play()
  act('pause')
  expect(state.paused).toBe(true)
  act('play')
  expect(state.paused).toBe(false)
  const table: [action: MediaSessionAction, details: object, time: number][] = [
    ['seekbackward', {}, 55],
    ['seekforward', {}, 70],
    ['seekforward', { seekOffset: 30 }, 100],
    ['seekto', { seekTime: 62 }, 62],
    ['previoustrack', {}, 0],
    ['nexttrack', {}, 60],
    ['nexttrack', {}, 120],
    ['nexttrack', {}, 120],
    ['seekforward', {}, 135],
    ['previoustrack', {}, 120],
    ['seekto', { seekTime: 1000 }, 600],
  ]
  for (const [action, details, time] of table) {
    act(action, details)
    expect([action, state.currentTime]).toEqual([action, time])
  }
})

it('offers no previous and next without chapters [PLAY-7]', async () => {
  await open({ ...film, chapters: [] }).element.play()
  expect(session.handlers.has('seekforward')).toBe(true)
  expect([session.handlers.has('previoustrack'), session.handlers.has('nexttrack')]).toEqual([false, false])
})

it('leaves the lock screen to the player that played last [PLAY-7]', async () => {
  const [first, second] = [open(film), open({ ...film, title: 'Half-time' })]
  await first.element.play()
  await second.element.play()
  first.element.pause()
  first.close()
  expect([session.metadata?.title, session.playbackState]).toEqual(['Half-time', 'playing'])
  second.close()
  expect([session.metadata, session.playbackState, session.handlers.size]).toEqual([null, 'none', 0])
})
