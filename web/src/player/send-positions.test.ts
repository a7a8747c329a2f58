import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { servePage } from '#testing/page-server.ts'
import { postsUnderWay, savePosition, unsentPositions } from './saved-positions.ts'
import { positionsQuery, sendPositions } from './send-positions.ts'

let stop = async () => {}
afterEach(async () => {
  localStorage.clear()
  await stop()
})

/** A site that has `stored` and answers reports with `status`. */
async function openSite(stored: object[] = []) {
  const site = { status: 204, received: new Array<object[]>() }
  stop = await servePage(({ method, url, body }, response) => {
    expect(url).toBe('/api/playback-positions')
    if (method === 'GET') response.end(JSON.stringify(stored))
    else {
      const { positions }: { positions: object[] } = JSON.parse(body)
      site.received.push(positions)
      response.statusCode = site.status
      response.end(site.status === 204 ? '' : '{"message":"No."}')
    }
  })
  return site
}

const play = (postId: string, seconds: number) => savePosition({ personId: 'robin', postId }, seconds, 600)
const waiting = () => unsentPositions('robin').positions.map(({ postId }) => postId)

it('sends what was played without a connection once there is one [PLAY-6]', async () => {
  play('one', 50)
  await sendPositions('robin')
  expect(waiting()).toEqual(['one'])
  const site = await openSite()
  play('two', 70)
  for (const status of [503, 429, 401]) {
    site.status = status
    await sendPositions('robin')
    expect([status, waiting()]).toEqual([status, ['one', 'two']])
  }
  site.status = 204
  site.received = []
  await sendPositions('robin')
  await sendPositions('robin')
  expect(site.received).toMatchObject([
    [
      { postId: 'one', seconds: 50 },
      { postId: 'two', seconds: 70 },
    ],
  ])
  // What the server refuses is not repeated for ever.
  site.status = 400
  play('three', 70)
  await sendPositions('robin')
  expect(waiting()).toEqual([])
})

it('brings the positions of all devices together [PLAY-6]', async () => {
  const stored = [
    { postId: 'phone', partId: 'a', seconds: 760, playedAt: '2026-01-01T00:00:00.000Z' },
    { postId: 'both', partId: 'b', seconds: 8, playedAt: '2026-01-01T00:00:00.000Z' },
  ]
  play('both', 50)
  const client = new QueryClient()
  expect(postsUnderWay('robin')).toEqual([{ postId: 'both', seconds: 50 }])
  const site = await openSite(stored)
  expect(await client.fetchQuery(positionsQuery('robin'))).toEqual([
    { postId: 'phone', seconds: 760 },
    { postId: 'both', seconds: 8 },
  ])
  expect(site.received).toHaveLength(1)
})
