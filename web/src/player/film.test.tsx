import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { Media } from '@touchline/contract/media.ts'
import { afterEach, expect, it, vi } from 'vitest'
import { sessionQuery } from '#session/viewer.ts'
import { Film } from './film.tsx'
import type { Start } from './player-props.ts'

const media: Media = {
  url: '/media/film/whole',
  streamUrl: null,
  mimeType: 'video/mp4',
  width: 640,
  height: 360,
  durationMs: 14_000,
  placeholder: null,
  sources: [],
  poster: [],
  waveform: null,
  captions: [],
}

const sam = { name: 'Sam Whitlock', picture: '/media/sam/320' }

function openFilm(shown: Media, description?: string, start?: Start) {
  const client = new QueryClient()
  // The player needs only the id of the viewer.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  client.setQueryData(sessionQuery.queryKey, { state: 'signedIn', viewer: { id: 'robin' } } as never)
  const { container } = render(
    <QueryClientProvider client={client}>
      <Film postId="post" media={shown} name="Added time" by={sam} description={description} start={start} />
    </QueryClientProvider>,
  )
  return container.querySelector('video')!
}

// The names that the test's browser has not.
const [nothing, metadata, currentData, enough] = [0, 1, 2, 4]
Object.assign(HTMLMediaElement, { HAVE_NOTHING: nothing, HAVE_CURRENT_DATA: currentData })
// There is no server for watch time reports.
Object.assign(navigator, { sendBeacon: () => true })

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

it('shows the first frame of a video without poster and plays it on request [PLAY-1]', async () => {
  const video = openFilm(media)
  expect([video.getAttribute('src'), video.preload]).toEqual(['/media/film/whole#t=0.001', 'metadata'])
  fireEvent.click(screen.getByRole('button', { name: 'Play video: Added time' }))
  expect(await screen.findByRole('slider', { name: 'Seek' })).toBeTruthy()
  expect(video.getAttribute('src')).toBe('/media/film/whole')
})

it('starts by itself at a second, once [SEARCH-2]', async () => {
  const start = { seconds: 9, key: 'one navigation' }
  const video = openFilm(media, undefined, start)
  expect(await screen.findByRole('slider', { name: 'Seek' })).toBeTruthy()
  expect(video.getAttribute('src')).toBe('/media/film/whole')
  fireEvent(video, new Event('loadedmetadata'))
  expect(video.currentTime).toBe(9)
  cleanup()
  openFilm(media, undefined, start)
  expect(screen.getByRole('button', { name: 'Play video: Added time' })).toBeTruthy()
})

it('requests nothing of the original file when streaming [PLAY-1]', async () => {
  const video = openFilm({ ...media, streamUrl: '/media/film/stream' })
  expect(video.getAttribute('src')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Play video: Added time' }))
  await expect.poll(() => video.getAttribute('src')).toBe('/media/film/stream')
})

it('requests nothing of a video with a poster before it plays [PLAY-1]', () => {
  const poster = [{ url: '/media/film/poster-640', width: 640, mimeType: 'image/webp' }]
  const video = openFilm({ ...media, poster })
  expect([video.getAttribute('src'), video.preload]).toEqual([null, 'none'])
})

it('looks up language names only when a video plays [PLAY-1]', async () => {
  const names = vi.spyOn(Intl, 'DisplayNames')
  const video = openFilm({ ...media, captions: [{ url: '/media/captions/de', language: 'de' }] })
  expect(names).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Play video: Added time' }))
  await expect.poll(() => video.querySelector('track')?.label).toBe('German')
  names.mockRestore()
})

it('moves a film into a small window and back, where the browser has one [PLAY-1]', async () => {
  Object.defineProperty(document, 'pictureInPictureEnabled', { value: true, configurable: true })
  const video = openFilm(media)
  const small = { inWindow: null as Element | null }
  Object.defineProperty(document, 'pictureInPictureElement', {
    get: () => small.inWindow,
    configurable: true,
  })
  Object.assign(video, { requestPictureInPicture: async () => (small.inWindow = video) })
  Object.assign(document, { exitPictureInPicture: async () => (small.inWindow = null) })
  fireEvent.click(screen.getByRole('button', { name: 'Play video: Added time' }))
  const button = await screen.findByRole('button', { name: 'Picture in picture' })
  fireEvent.click(button)
  expect(small.inWindow).toBe(video)
  fireEvent.click(button)
  expect(small.inWindow).toBeNull()
  for (const name of ['pictureInPictureEnabled', 'pictureInPictureElement', 'exitPictureInPicture'])
    Reflect.deleteProperty(document, name)
})

/** Sets the ready state and position of a video. */
function steer(video: HTMLVideoElement) {
  const state = { readyState: nothing, currentTime: 0 }
  for (const name of ['readyState', 'currentTime'] as const)
    Object.defineProperty(video, name, {
      get: () => state[name],
      set(value: number) {
        state[name] = value
      },
    })
  const stand = (readyState: number, currentTime: number, event: string) => {
    Object.assign(state, { readyState, currentTime })
    fireEvent(video, new Event(event))
  }
  return { state, stand }
}

it('resumes a video without poster at its saved position [PLAY-2]', () => {
  localStorage.setItem('places:robin', '[["post", 4]]')
  const { state, stand } = steer(openFilm(media))
  // Where browsers stand that drew it.
  const drawn = 0.001
  stand(currentData, drawn, 'loadeddata')
  fireEvent.click(screen.getByRole('button', { name: 'Continue at 0:04: Added time' }))
  stand(metadata, 0, 'loadedmetadata')
  expect(state.currentTime).toBe(4)
})

it('resumes in place after a lost connection, however many retries it takes [PLAY-2]', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  localStorage.setItem('places:robin', '[["post", 4]]')
  const video = openFilm(media)
  const { state, stand } = steer(video)
  fireEvent.click(screen.getByRole('button', { name: 'Continue at 0:04: Added time' }))
  stand(metadata, 0, 'loadedmetadata')
  expect(state.currentTime).toBe(4)
  stand(enough, 9, 'timeupdate')
  for (const place of [9, 9]) {
    // A reloaded video starts at its beginning.
    stand(nothing, 0, 'timeupdate')
    fireEvent(video, new Event('error'))
    fireEvent.click(await screen.findByRole('button', { name: 'Try Again' }))
    stand(metadata, 0, 'timeupdate')
    fireEvent(video, new Event('loadedmetadata'))
    expect(state.currentTime).toBe(place)
  }
})

it('adds the description of a video to its label [PLAY-1]', () => {
  openFilm(media, 'A board in the rain.')
  const film = screen.getByRole('group', { name: 'Video: Added time', description: 'A board in the rain.' })
  expect(film).toBeTruthy()
  cleanup()
  openFilm(media)
  expect(screen.getByRole('group', { name: 'Video: Added time', description: '' })).toBeTruthy()
})
