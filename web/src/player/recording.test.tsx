import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { Media } from '@touchline/contract/media.ts'
import { afterEach, expect, it } from 'vitest'
import { sessionQuery } from '#session/viewer.ts'
import { Recording } from './recording.tsx'

const media: Media = {
  url: '/media/talk/whole',
  streamUrl: null,
  mimeType: 'audio/mpeg',
  width: null,
  height: null,
  durationMs: 90_000,
  placeholder: null,
  sources: [],
  poster: [],
  waveform: null,
  captions: [],
}

afterEach(cleanup)

it('seeks by keys before it plays [PLAY-1]', () => {
  const client = new QueryClient()
  // The player needs only the id of the viewer.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  client.setQueryData(sessionQuery.queryKey, { state: 'signedIn', viewer: { id: 'robin' } } as never)
  render(
    <QueryClientProvider client={client}>
      <Recording postId="post" media={media} name="Half-time" />
    </QueryClientProvider>,
  )
  const play = screen.getByRole('button', { name: 'Play recording: Half-time' })
  fireEvent.keyDown(play, { key: 'End' })
  expect(screen.getByText('Continue at 1:30 / 1:30')).toBeTruthy()
  fireEvent.keyDown(play, { key: 'Home' })
  expect(screen.getByText('0:00 / 1:30')).toBeTruthy()
})
