import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import type { Media, Part } from '@touchline/contract/media.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createPost } from '#testing/create-post.ts'
import { createUser } from '#testing/create-user.ts'
import { openPage } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { OpenedGallery } from './opened-gallery.tsx'

let stop = async () => {}
afterEach(async () => {
  cleanup()
  await stop()
})

// A beacon that is under way when its server stops would fail the run.
Object.assign(navigator, { sendBeacon: () => true })

const partOf = (mediaType: 'audio' | 'video', mediaAlt: string): Part => {
  const media: Media = {
    url: `/media/${mediaAlt}/whole`,
    streamUrl: null,
    mimeType: mediaType === 'audio' ? 'audio/mpeg' : 'video/mp4',
    width: mediaType === 'audio' ? null : 640,
    height: mediaType === 'audio' ? null : 360,
    durationMs: 60_000,
    placeholder: null,
    sources: [],
    poster: [],
    waveform: mediaType === 'audio' ? [1, 2, 3] : null,
    captions: [],
  }
  return { id: mediaAlt, mediaType, media, mediaAlt, status: 'ready' }
}

const parts = [partOf('video', 'Warm-up'), partOf('audio', 'Interview'), partOf('video', 'Goal')]

const viewer = () => within(screen.getByRole('dialog'))

const openGallery = (at?: string) => {
  const post = createPost({ mediaType: 'video', media: parts[0]!.media, gallery: { count: 3, parts } })
  openPage(() => <OpenedGallery post={post}>{null}</OpenedGallery>, at)
}

beforeEach(async () => {
  stop = await servePage((_request, response) => response.end(JSON.stringify(createUser())))
  openGallery()
  fireEvent.click(await screen.findByRole('button', { name: 'Open recording 2 of 3: Interview' }))
  await screen.findByRole('dialog')
  await viewer().findByRole('button', { name: 'Play recording: Interview' })
})

it('moves between films and recordings by keys, also from inside a player [GAL-3]', async () => {
  const play = viewer().getByRole('button', { name: 'Play recording: Interview' })
  play.focus()
  // The arrows seek in this player.
  fireEvent.keyDown(play, { key: 'ArrowRight' })
  expect(viewer().getByText('2 of 3')).toBeTruthy()
  fireEvent.keyDown(play, { key: 'N', shiftKey: true })
  expect(viewer().getByText('3 of 3')).toBeTruthy()
  expect(document.activeElement).toBe(viewer().getByRole('region', { name: 'Player' }))
  const start = await viewer().findByRole('button', { name: 'Play video: Goal' })
  // Nothing plays yet that an arrow could seek in.
  fireEvent.keyDown(start, { key: 'ArrowLeft' })
  expect(viewer().getByText('2 of 3')).toBeTruthy()
  const seek = await viewer().findByRole('slider', { name: 'Seek' })
  fireEvent.keyDown(seek, { key: 'P', shiftKey: true })
  await viewer().findByRole('button', { name: 'Play video: Warm-up' })
})

const swipe = (element: HTMLElement, to: number) => {
  const at = { pointerType: 'touch', clientY: 0, bubbles: true }
  fireEvent(element, new PointerEvent('pointerdown', { ...at, clientX: 0 }))
  fireEvent(element, new PointerEvent('pointerup', { ...at, clientX: to }))
}

it('moves by swipes over a player, but not when its slider is dragged [GAL-3]', async () => {
  swipe(viewer().getByRole('slider', { name: 'Seek' }), -100)
  expect(viewer().getByText('2 of 3')).toBeTruthy()
  swipe(viewer().getByRole('group', { name: 'Recording: Interview' }), -100)
  await viewer().findByRole('button', { name: 'Play video: Goal' })
  swipe(viewer().getByRole('group', { name: 'Video: Goal' }), 100)
  expect(viewer().getByText('2 of 3')).toBeTruthy()
})

it('opens at the file that the address starts, which plays by itself [SEARCH-2]', async () => {
  cleanup()
  openGallery('/post/post?t=12&part=Interview')
  await screen.findByRole('dialog')
  expect(viewer().getByText('2 of 3')).toBeTruthy()
  const audio = document.querySelector('audio')!
  await expect.poll(() => audio.getAttribute('src')).toBe('/media/Interview/whole')
  fireEvent(audio, new Event('loadedmetadata'))
  expect(audio.currentTime).toBe(12)
  expect(viewer().queryByRole('button', { name: 'From the beginning' })).toBeNull()
  fireEvent.click(viewer().getByRole('button', { name: 'Close' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})

it('opens nothing for another file, or without a second [SEARCH-2]', async () => {
  for (const query of ['t=12&part=Other', 'part=Interview', 't=-1&part=Interview', 't=soon&part=Interview']) {
    cleanup()
    openGallery(`/post/post?${query}`)
    await screen.findByRole('button', { name: 'Open recording 2 of 3: Interview' })
    expect(screen.queryByRole('dialog')).toBeNull()
  }
})
