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

const reserved = () => document.querySelectorAll('[style*="height: 132px"]').length

it('leaves no gap when there is nothing to continue [LIB-2]', async () => {
  const history = Promise.withResolvers<void>()
  stop = await servePage(async (request, response) => {
    if (request.url === '/api/history') await history.promise
    const all = { ...answers, '/api/feed-mark?limit=5': { ...mark, isUnderWay: true } }
    const answer: unknown = Object.entries(all).find(([url]) => url === request.url)?.[1]
    response.writeHead(answer ? 200 : 404).end(JSON.stringify(answer ?? { message: 'No.' }))
  })
  openPage(() => <Feed page={1} query={{}} onClear={() => {}} />)
  await expect.poll(reserved).toBe(1)
  history.resolve()
  await expect.poll(reserved).toBe(0)
})

it('stays responsive while the first posts render [FEED-1]', async () => {
  stop = await servePage((request, response) => {
    const answer = answers[request.url ?? '']
    response.writeHead(answer ? 200 : 404).end(JSON.stringify(answer))
  })
  const { client } = openPage(() => <Feed page={1} query={{}} onClear={() => {}} />)
  expect(await postsAtFirstPause(client)).toBe(0)
  expect(await screen.findAllByRole('article')).toHaveLength(1)
})
