import { feedMarkKey, homePageSize, postListKey } from '@touchline/contract/first-posts.ts'
import { pageKeys } from '@touchline/contract/page-data.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { live } from '#live/live.ts'
import { openPage, openSite } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { createUser } from '#testing/create-user.ts'
import { LatestPosts } from './latest-posts.tsx'

let stop = async () => {}
afterEach(async () => {
  live.close()
  await vi.dynamicImportSettled()
  cleanup()
  await stop()
})

const post = (id: string, createdAt: string) => ({
  id,
  createdAt,
  title: id,
  content: '',
  media: null,
  mediaType: 'text',
  gallery: null,
  pictures: [],
  attachments: [],
  creator: { firstName: 'Sam' },
  likesCount: 0,
  commentsCount: 0,
  status: 'ready',
})

it('announces a new post once, however often the connection returns [LIVE-1]', async () => {
  const posts = [post('first', '2026-01-01T00:00:00.000Z')]
  stop = await servePage(
    ({ url = '' }, response) => {
      const answers: Record<string, unknown> = {
        '/api/auth/user': createUser(),
        '/api/posts?page=1&limit=4': { posts, total: posts.length, isTotalExact: true, hasMore: false },
        '/api/feed-mark?limit=5': { newest: null, newCount: 0, stopped: null },
      }
      response.end(JSON.stringify(answers[url]))
    },
    (socket) => socket.send('{"type":"connected","quietMs":0}'),
  )
  openPage(LatestPosts)
  await screen.findByText('first')
  const publishWhileAway = (id: string, createdAt: string) => {
    live.close()
    posts.unshift(post(id, createdAt))
    live.open()
  }
  publishWhileAway('second', '2026-01-02T00:00:00.000Z')
  await screen.findByRole('button', { name: '1 new post' })
  publishWhileAway('third', '2026-01-03T00:00:00.000Z')
  expect(await screen.findByRole('button', { name: '2 new posts' })).toBeTruthy()
})

it('requests nothing that came with the page [FRONT-1]', async () => {
  const requested: string[] = []
  stop = await servePage(({ url = '' }, response) => {
    requested.push(url)
    response.writeHead(404).end('{}')
  })
  const viewer = createUser()
  const posts = [post('first', '2026-01-01T00:00:00.000Z')]
  openPage(LatestPosts, '/', openSite, [
    { key: pageKeys.session, data: { state: 'signedIn', viewer } },
    {
      key: postListKey({ page: 1, limit: homePageSize }),
      data: { posts, total: 1, isTotalExact: true, hasMore: false },
    },
    { key: feedMarkKey(viewer.id), data: { newest: null, newCount: 3, stopped: null } },
  ])
  await screen.findByText('first')
  await screen.findByText('3 new since you were here')
  await vi.dynamicImportSettled()
  expect(requested.filter((url) => /auth|posts|feed-mark/.test(url))).toEqual([])
})

it('shows an icon for a video without poster [HOME-1]', async () => {
  const film = {
    ...post('film', '2026-01-01T00:00:00.000Z'),
    mediaType: 'video',
    media: { sources: [], poster: [] },
  }
  const newest = post('newest', '2026-01-02T00:00:00.000Z')
  stop = await servePage(({ url = '' }, response) => {
    const answers: Record<string, unknown> = {
      '/api/auth/user': createUser(),
      '/api/posts?page=1&limit=4': { posts: [newest, film], total: 2, isTotalExact: true, hasMore: false },
      '/api/feed-mark?limit=5': { newest: null, newCount: 0, stopped: null },
    }
    response.end(JSON.stringify(answers[url]))
  })
  openPage(LatestPosts)
  expect(await screen.findByRole('link', { name: /^Video film/ })).toBeTruthy()
})
