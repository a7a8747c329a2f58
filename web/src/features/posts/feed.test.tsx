import type { QueryClient } from '@tanstack/react-query'
import { cleanup, screen } from '@testing-library/react'
import type { FeedMark } from '@touchline/contract/feed.ts'
import { afterEach, expect, it, vi } from 'vitest'
import { createPost } from '#testing/create-post.ts'
import { openPage } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { createUser } from '#testing/create-user.ts'
import { Feed } from './feed.tsx'
import { feedMark, postList } from './requests.ts'

let stop = async () => {}
afterEach(async () => {
  await vi.dynamicImportSettled()
  cleanup()
  await stop()
})

const post = createPost()
const mark: FeedMark = { newest: null, newCount: 0, stopped: null }
const viewer = createUser()

const answers: Record<string, unknown> = {
  '/api/auth/user': viewer,
  '/api/posts?page=1&limit=5': { posts: [post], total: 1, isTotalExact: true, hasMore: false },
  '/api/feed-mark?limit=5': mark,
}

/** How many posts are on screen when the browser first may do something else after all was read. */
function postsAtFirstPause(client: QueryClient) {
  const { promise, resolve } = Promise.withResolvers<number>()
  const { queryKey } = postList({ page: 1, limit: 5 })
  const leave = client.getQueryCache().subscribe(() => {
    if (!client.getQueryData(queryKey) || !client.getQueryData(feedMark(viewer.id).queryKey)) return
    leave()
    setImmediate(() => resolve(screen.queryAllByRole('article').length))
  })
  return promise
}

it('stays responsive while the first posts render [FEED-1]', async () => {
  stop = await servePage((request, response) => {
    const answer = answers[request.url ?? '']
    response.writeHead(answer ? 200 : 404).end(JSON.stringify(answer))
  })
  const { client } = openPage(() => <Feed page={1} search="" onClear={() => {}} />)
  expect(await postsAtFirstPause(client)).toBe(0)
  expect(await screen.findAllByRole('article')).toHaveLength(1)
})
