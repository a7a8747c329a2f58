import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { createComment } from '#testing/create-comment.ts'
import { openPage } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { createUser } from '#testing/create-user.ts'
import { InboxPage } from './inbox-page.tsx'

let stop = async () => {}
afterEach(async () => {
  cleanup()
  await stop()
})

const comment = { ...createComment(), postTitle: 'Kick-off', repliedTo: null }

async function press(name: RegExp) {
  const button = await screen.findByRole('button', { name })
  button.focus()
  fireEvent.click(button)
}

const focused = () => document.activeElement?.getAttribute('aria-label')

it('keeps the focus when a comment is marked as answered and unmarked [CMT-1]', async () => {
  stop = await servePage(({ url = '', method }, response) => {
    if (method !== 'GET') response.writeHead(204).end()
    else if (url.startsWith('/api/auth')) response.end(JSON.stringify(createUser({ role: 'creator' })))
    else response.end(JSON.stringify({ comments: [comment], total: 1, isTotalExact: true, hasMore: false }))
  })
  openPage(InboxPage)
  await press(/^Mark as answered/)
  await waitFor(() => expect(focused()).toMatch(/^Undo/))
  await press(/^Undo/)
  await waitFor(() => expect(focused()).toMatch(/^Mark as answered/))
})
