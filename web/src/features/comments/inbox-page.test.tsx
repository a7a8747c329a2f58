import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { openPage } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { createUser } from '#testing/create-user.ts'
import { InboxPage } from './inbox-page.tsx'

let stop = async () => {}
afterEach(async () => {
  cleanup()
  await stop()
})

const comment = {
  id: 'comment',
  postId: 'post',
  postTitle: 'Kick-off',
  replyToId: null,
  repliedTo: null,
  content: 'Was it a corner?',
  isRemoved: false,
  editedAt: null,
  version: 1,
  likesCount: 0,
  isLiked: false,
  isPinned: false,
  isHidden: false,
  mentions: [],
  createdAt: '2026-01-01T00:00:00.000Z',
  user: { id: 'fan', firstName: 'Mina', lastName: null, email: null, profileImageUrl: null },
}

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
