import { cleanup, fireEvent, screen } from '@testing-library/react'
import type { Media } from '@touchline/contract/media.ts'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { createPost } from '#testing/create-post.ts'
import { createUser } from '#testing/create-user.ts'
import { openPage } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { OpenedMedia } from './opened-media.tsx'

let stop = async () => {}
afterEach(async () => {
  cleanup()
  await stop()
})

/** Its length tells which one is shown. */
const recording = (id: string): Media => ({
  url: `/media/${id}/whole`,
  streamUrl: null,
  mimeType: 'audio/mpeg',
  width: null,
  height: null,
  durationMs: id === 'first' ? 60_000 : 120_000,
  placeholder: null,
  sources: [],
  poster: [],
  waveform: [1, 2, 3],
  captions: [],
})

/** A post whose recording is replaced by an edit. */
function Page() {
  const [id, setId] = useState('first')
  return (
    <>
      <button type="button" onClick={() => setId('second')}>
        Replace
      </button>
      <OpenedMedia post={createPost({ mediaType: 'audio', media: recording(id) })} />
    </>
  )
}

const player = () => document.querySelector('audio')!

const open = async () => {
  stop = await servePage((_request, response) => response.end(JSON.stringify(createUser())))
  openPage(Page)
  await screen.findByText(/1:00/)
}

it('plays a replaced file to its end, and offers the new one [EDIT-4]', async () => {
  await open()
  fireEvent.play(player())
  fireEvent.click(screen.getByText('Replace'))
  expect(screen.queryByText(/1:00/)).not.toBeNull()
  fireEvent.click(screen.getByText('Show the new one'))
  await screen.findByText(/2:00/)
})

it('shows the new file at once where nothing is played, and after the end [EDIT-4]', async () => {
  await open()
  fireEvent.play(player())
  fireEvent.ended(player())
  fireEvent.click(screen.getByText('Replace'))
  await screen.findByText(/2:00/)
  expect(screen.queryByText('Show the new one')).toBeNull()
})
