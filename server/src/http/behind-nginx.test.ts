import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { api } from '@touchline/contract/api.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { openDatabase } from '#db/database.ts'
import { type Caller, cookiesOf, newCaller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { manualProxy } from '#testing/manual-proxy.ts'
import { hasNginx, type Nginx, openNginx } from '#testing/nginx-for-tests.ts'
import { databaseOf } from '#testing/other-process.ts'

const ifThere = hasNginx ? '' : " (skipped: install Debian's nginx-light)"
const most = 3

describe.skipIf(!hasNginx)(`a site behind the nginx of the manual${ifThere}`, () => {
  let club: Club
  let nginx: Nginx
  beforeAll(async () => {
    club = await openClub()
    nginx = await openNginx(() => manualProxy(club.url, { most }))
  })
  afterAll(async () => {
    await nginx.close()
    await club.close()
  })

  /** The same person, asking through nginx. */
  const through = (caller: Caller) => {
    const same = newCaller(() => nginx.url)
    for (const [name, value] of caller.cookies) same.cookies.set(name, value)
    return same
  }

  it('works as without a proxy: pages, writes and live sockets', async () => {
    const member = through(club.people.member)
    expect((await member.call(api.accounts.signedInUser)).body).toMatchObject({
      email: club.people.member.email,
    })
    const post = new FormData()
    post.set('contentType', 'text')
    post.set('content', 'Through the proxy')
    const { body } = await through(club.people.creator).call(api.posts.publish, { body: post })
    expect((await member.call(api.posts.show, { params: { id: body.id } })).status).toBe(200)
    const socket = new WebSocket(`${nginx.url.replace('http', 'ws')}/ws`, {
      headers: { cookie: cookiesOf(member), origin: club.url },
    })
    const heard: string[] = []
    socket.addEventListener('message', ({ data }) => {
      if (typeof data === 'string') heard.push(JSON.parse(data).type)
    })
    await expect.poll(() => heard).toEqual(['connected'])
    await member.call(api.posts.like, { params: { id: body.id } })
    await expect.poll(() => heard).toContain('post_heart_update')
    socket.close()
  })

  it('limits concurrent reads while everything else gets through [R-18]', async () => {
    const member = through(club.people.member)
    const creator = through(club.people.creator)
    const read = () => creator.call(api.comments.inbox, { query: {} })
    const database = openDatabase(databaseOf(club), { maxConnections: 1 })
    let reading: ReturnType<typeof read>[] = []
    await database.db.transaction(async (tx) => {
      await tx.execute(sql`lock table comments in access exclusive mode`)
      reading = Array.from({ length: most }, read)
      await expect.poll(() => club.app.load.figures().inFlight).toBe(most)

      const waits = new Set<number>()
      for (let asked = 0; asked < 60; asked += 1) {
        const refused = await read()
        expect(refused).toMatchObject({
          status: 503,
          body: {
            message: 'Very many people are here right now. Please try again in a moment.',
            code: 'unavailable',
          },
        })
        expect(Object.fromEntries(refused.headers)).toMatchObject({
          'cache-control': 'no-store',
          'content-type': 'application/json',
          'x-content-type-options': 'nosniff',
        })
        waits.add(Number(refused.headers.get('retry-after')))
      }
      for (const seconds of waits) expect([1, 2, 3, 4, 5]).toContain(seconds)
      expect(waits.size).toBeGreaterThan(1)
      for (const address of [
        '/api/posts',
        '/api/posts/some-post',
        '/api/posts/some-post/comments',
        '/api/analytics',
      ])
        expect([address, (await member.fetch(address)).status]).toEqual([address, 503])

      const visitor = newCaller(() => nginx.url)
      expect((await visitor.call(api.health.healthz)).status).toBe(200)
      const { email } = club.people.member
      const body = { email, password: 'not-their-password' }
      expect((await visitor.call(api.accounts.login, { body })).status).toBe(401)
      expect((await visitor.call(api.subscriptions.webhook, { body: '{}' })).status).toBe(400)
      expect((await member.fetch('/media/nothing/whole')).status).toBe(404)
      expect((await member.call(api.accounts.signedInUser)).status).toBe(200)
      expect(club.app.load.figures().turnedAway).toBe(0)
    })
    await database.close()
    for (const { status } of await Promise.all(reading)) expect(status).toBe(200)
    expect((await read()).status).toBe(200)
  })

  it('limits the connections of one address, and others get through [T-DOS-01]', async () => {
    const bounded = await openNginx(() => manualProxy(club.url, { fromOneAddress: 2 }))
    const statusFrom = async (localAddress: string) => {
      const asked = get(`${bounded.url}/healthz`, { localAddress })
      const [answer]: IncomingMessage[] = await once(asked, 'response')
      return answer?.resume().statusCode
    }
    const headers = { cookie: cookiesOf(club.people.member), origin: club.url }
    const feeds = [1, 2].map(() => new WebSocket(`${bounded.url.replace('http', 'ws')}/ws`, { headers }))
    await Promise.all(feeds.map((feed) => once(feed, 'open')))
    expect([await statusFrom('127.0.0.1'), await statusFrom('127.0.0.2')]).toEqual([503, 200])
    for (const feed of feeds) feed.close()
    await expect.poll(() => statusFrom('127.0.0.1')).toBe(200)
    await bounded.close()
  })
})
