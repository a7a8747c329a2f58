import { cleanup, screen } from '@testing-library/react'
import type { Thread } from '@touchline/contract/comments.ts'
import { afterEach, expect, it } from 'vitest'
import { createComment } from '#testing/create-comment.ts'
import { createUser } from '#testing/create-user.ts'
import { openPage } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { CommentSection } from './comment-section.tsx'

let stop = async () => {}
afterEach(async () => {
  cleanup()
  await stop()
})

const threadOf = (id: string, is: Partial<Thread> = {}): Thread => ({
  ...createComment({ id, content: `Comment ${id}` }),
  isAnswered: false,
  isMuted: false,
  repliesCount: 0,
  replies: [],
  ...is,
})

const reply = (id: string) => createComment({ id, replyToId: 'old', content: `Reply ${id}` })
const old = threadOf('old', { repliesCount: 3, replies: [reply('one')] })
const answers: Record<string, unknown> = {
  '/api/posts/post/comments': [
    threadOf('new', { repliesCount: 1, replies: [createComment({ id: 'shown' })] }),
  ],
  '/api/comments/three': { ...old, ...reply('three') },
  '/api/comments/old/replies?after=one': [reply('two'), reply('three')],
  '/api/comments/old': old,
}

async function open(hash: string) {
  const asked: string[] = []
  stop = await servePage(({ url = '' }, response) => {
    asked.push(url)
    const found = Object.entries(answers).find(([path]) => url.startsWith(path))
    if (found) response.end(JSON.stringify(found[1]))
    else if (url.startsWith('/api/auth')) response.end(JSON.stringify(createUser()))
    else response.writeHead(404).end('{"message":"Comment not found","code":"not_found"}')
  })
  openPage(
    () => <CommentSection postId="post" onChange={() => {}} isPage isOff={false} />,
    `/post/post${hash}`,
  )
  await screen.findByText('Comment new')
  return asked
}

const focused = () => document.activeElement?.id

it('shows the thread of a linked reply above the others, up to that reply [SEARCH-3]', async () => {
  await open('#comment-three')
  const linked = await screen.findByRole('list', { name: 'Linked comment' })
  expect(linked.textContent).toMatch(/Comment old.*Reply one.*Reply two.*Reply three/)
  await expect.poll(focused).toBe('comment-three')
  expect(screen.getAllByText('Comment new')).toHaveLength(1)
})

it('only leads to a linked comment that is listed [SEARCH-3]', async () => {
  const asked = await open('#comment-shown')
  await expect.poll(focused).toBe('comment-shown')
  expect(screen.queryByRole('list', { name: 'Linked comment' })).toBeNull()
  expect(asked.filter((url) => url.startsWith('/api/comments/'))).toEqual([])
})

it('says that a linked comment is gone, and shows the others [SEARCH-3]', async () => {
  await open('#comment-gone')
  await screen.findByText('This comment is no longer here.')
  expect(focused()).not.toMatch(/^comment-/)
})
