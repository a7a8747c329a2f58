import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { Media } from '@touchline/contract/media.ts'
import { afterEach, expect, it } from 'vitest'
import { sessionQuery } from '#session/viewer.ts'
import { Film } from './film.tsx'

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

function openFilm(shown: Media) {
  const client = new QueryClient()
  // Of whoever is signed in a film asks for the id alone.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  client.setQueryData(sessionQuery.queryKey, { state: 'signedIn', viewer: { id: 'robin' } } as never)
  const { container } = render(
    <QueryClientProvider client={client}>
      <Film postId="post" media={shown} name="Added time" />
    </QueryClientProvider>,
  )
  return container.querySelector('video')!
}

afterEach(cleanup)

it('draws the first picture of a film that has no still, and plays the whole of it once it is asked to [PLAY-1]', async () => {
  const video = openFilm(media)
  expect([video.getAttribute('src'), video.preload]).toEqual(['/media/film/whole#t=0.001', 'metadata'])
  fireEvent.click(screen.getByRole('button', { name: 'Play video: Added time' }))
  expect(await screen.findByRole('slider', { name: 'Seek' })).toBeTruthy()
  expect(video.getAttribute('src')).toBe('/media/film/whole')
})

it('asks for nothing of a film that has a still before it is played [PLAY-1]', () => {
  const poster = [{ url: '/media/film/poster-640', width: 640, mimeType: 'image/webp' }]
  const video = openFilm({ ...media, poster })
  expect([video.getAttribute('src'), video.preload]).toEqual([null, 'none'])
})
