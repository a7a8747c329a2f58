import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { Media } from '@touchline/contract/media.ts'
import { afterEach, expect, it, vi } from 'vitest'
import { sessionQuery } from '#session/viewer.ts'
import { steerMedia } from '#testing/steered-media.ts'
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

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.useRealTimers()
})

Object.assign(HTMLMediaElement, { HAVE_CURRENT_DATA: 2 })
// There is no server for watch time reports.
Object.assign(navigator, { sendBeacon: () => true })

const sam = { name: 'Sam Whitlock', picture: null }

function openRecording(text?: string) {
  const client = new QueryClient()
  // The player needs only the id of the viewer.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  client.setQueryData(sessionQuery.queryKey, { state: 'signedIn', viewer: { id: 'robin' } } as never)
  const { container } = render(
    <QueryClientProvider client={client}>
      <Recording postId="post" media={media} name="Half-time" by={sam} text={text} />
    </QueryClientProvider>,
  )
  const audio = container.querySelector('audio')!
  const state = steerMedia(audio, { duration: 90 })
  const playTo = (time: number) => {
    state.currentTime = time
    fireEvent(audio, new Event('timeupdate'))
  }
  return { audio, state, playTo }
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const choose = (name: string, value: string) =>
  fireEvent.change(screen.getByLabelText(name), { target: { value } })

it('seeks by keys before it plays [PLAY-1]', () => {
  openRecording()
  const play = screen.getByRole('button', { name: 'Play recording: Half-time' })
  fireEvent.keyDown(play, { key: 'End' })
  expect(screen.getByText('Continue at 1:30 / 1:30')).toBeTruthy()
  fireEvent.keyDown(play, { key: 'Home' })
  expect(screen.getByText('0:00 / 1:30')).toBeTruthy()
})

it('skips fifteen seconds, before and while it plays [PLAY-8]', async () => {
  const { state, playTo } = openRecording()
  press('Forward 15 seconds')
  press('Forward 15 seconds')
  press('Back 15 seconds')
  expect(screen.getByText('Continue at 0:15 / 1:30')).toBeTruthy()
  press('Play recording: Half-time')
  playTo(20)
  press('Forward 15 seconds')
  expect(state.currentTime).toBe(35)
  press('Back 15 seconds')
  press('Back 15 seconds')
  expect(state.currentTime).toBe(5)
})

it('offers to continue or start over [PLAY-6]', () => {
  localStorage.setItem('places:robin', '[["post", 40]]')
  const { state } = openRecording()
  expect(screen.getByText('Continue at 0:40 / 1:30')).toBeTruthy()
  press('From the beginning')
  expect(screen.queryByText(/^Continue at/)).toBeNull()
  expect([state.paused, state.currentTime]).toEqual([false, 0])
})

it('stops after the chosen minutes, which a pause does not take along [PLAY-8]', () => {
  vi.useFakeTimers()
  const { audio, state, playTo } = openRecording()
  press('Play recording: Half-time')
  choose('Sleep timer', '15')
  vi.advanceTimersByTime(5 * 60_000 + 1)
  playTo(10)
  expect(state.paused).toBe(false)
  expect(screen.getByRole('option', { name: 'Stop in 10 min' })).toBeTruthy()
  vi.advanceTimersByTime(10 * 60_000)
  playTo(20)
  expect(state.paused).toBe(true)
  expect(screen.getByLabelText<HTMLSelectElement>('Sleep timer').value).toBe('')

  // A timer that runs out while it is paused does not stop the next play.
  choose('Sleep timer', '5')
  vi.advanceTimersByTime(6 * 60_000)
  void audio.play()
  playTo(30)
  expect(state.paused).toBe(false)
})

it('lists the chapters of its text and stops after one [PLAY-5] [PLAY-8]', () => {
  const { audio, state, playTo } = openRecording('0:00 Out\n0:30 In\n1:00 On')
  press('Play recording: Half-time')
  playTo(10)
  choose('Sleep timer', 'chapter')
  choose('Chapter', '30')
  fireEvent(audio, new Event('seeking'))
  playTo(45)
  expect([state.currentTime, state.paused]).toEqual([45, false])
  playTo(60.1)
  expect(state.paused).toBe(true)
})
