import { setTimeout as pause } from 'node:timers/promises'
import { postPage } from '@touchline/contract/posts.ts'
import { manualProxy } from '../server/src/testing/manual-proxy.ts'
import { hasNginx, openNginx } from '../server/src/testing/nginx-for-tests.ts'
import { addMembers, addPosts, databaseOf } from './fill-club.ts'
import { joined } from './join.ts'
import { openLive } from './live-connection.ts'
import { send, type Shot } from './load.ts'
import { measureOverload } from './measure-overload.ts'
import { familyOf, pinTo } from './process-cpu.ts'
import { atMost, median, printLine, recordFigure } from './report.ts'
import { openEmptySite } from './site-under-test.ts'

/*
 * Measures the evening on which everybody comes: from a tenth of the peak to ten times the peak, behind the nginx of
 * docs/operating.md. Of twenty requests three open the gate, one the signup, twelve a page of the feed, two check the
 * session, and two are hearts. Meanwhile a person a second signs up and pays, and 500 pages hold a live connection. The
 * site has the first core, shared with its database and that nginx; the clients have the second.
 */

const members = 2000
const liveConnections = 500
const steps = [0.1, 0.5, 1, 2, 10]
const signupEveryMs = 1000
/** Each signs up from an address of their own (`joined`). */
const mostSignups = 253

type Page = Omit<Shot, 'headers'> & { isMembers?: true }

/** Twenty requests, of which members send those with a session. */
const mix = (posts: string[], index: number): Page => {
  const place = index % 20
  const round = Math.floor(index / 20)
  if (place < 3) return { method: 'GET', path: '/' }
  if (place < 4) return { method: 'GET', path: '/signup' }
  if (place < 16) return { method: 'GET', path: '/api/posts?page=1&limit=5', isMembers: true }
  if (place < 18) return { method: 'GET', path: '/api/auth/user', isMembers: true }
  return {
    method: round % 2 ? 'DELETE' : 'POST',
    path: `/api/posts/${posts[round % posts.length]}/like`,
    isMembers: true,
  }
}

const shotsOf =
  (cookies: string[], posts: string[]) =>
  (index: number): Shot => {
    const { isMembers, ...shot } = mix(posts, index)
    return isMembers ? { ...shot, headers: { cookie: cookies[index % cookies.length]! } } : shot
  }

/** Starts a signup with payment every second until `isOver`. */
async function signUp(url: string, isOver: AbortSignal) {
  const times: number[] = []
  const refused: string[] = []
  const running: Promise<void>[] = []
  const one = async (number: number) => {
    const startedAt = performance.now()
    await joined(url, number).then(
      () => times.push(performance.now() - startedAt),
      (error: Error) => refused.push(error.message),
    )
  }
  for (let number = 1; number <= mostSignups && !isOver.aborted; number += 1) {
    running.push(one(number))
    await pause(signupEveryMs)
  }
  await Promise.all(running)
  return { times, refused }
}

async function main(): Promise<void> {
  const site = await openEmptySite({ TRUSTED_PROXIES: 'loopback' })
  const nginx = await openNginx(() => manualProxy(site.url))
  const sockets: WebSocket[] = []
  try {
    const database = databaseOf(site.folder)
    const cookies = await addMembers(database.pool, members)
    await addPosts(database, 500)
    await database.close()
    const feed = await send(
      site.url,
      { method: 'GET', path: '/api/posts?page=1&limit=24', headers: { cookie: cookies[0]! } },
      '127.0.0.1',
    )
    const posts = postPage.parse(JSON.parse(feed.body)).posts.map(({ id }) => id)
    pinTo(1, [process])
    pinTo(0, [...familyOf(site.pid), ...familyOf(nginx.pid)])
    for (const cookie of cookies.slice(0, liveConnections)) sockets.push(await openLive(nginx.url, cookie))

    const over = new AbortController()
    const signups = signUp(nginx.url, over.signal)
    await measureOverload(site, {
      url: nginx.url,
      shotAt: shotsOf(cookies, posts),
      suffix: ' of a launch',
      steps,
    })
    over.abort()
    const { times, refused } = await signups
    recordFigure({ name: 'signup with payment during a launch, p50', value: median(times), unit: 'ms' })
    printLine(
      `${times.length} signups with payment, p50 ${median(times).toFixed(0)} ms, slowest ${Math.max(...times).toFixed(0)} ms; ` +
        `${refused.length} refused ${atMost({ name: 'signups refused during a launch', value: refused.length, unit: 'people', limit: 0 })} 0`,
    )
    for (const reason of new Set(refused)) printLine(`  ${reason}`)
    const lost = sockets.filter(({ readyState }) => readyState !== WebSocket.OPEN).length
    printLine(
      `${lost} of ${sockets.length} live connections were lost ${atMost({ name: 'live connections lost during a launch', value: lost, unit: 'connections', limit: 0 })} 0`,
    )
  } finally {
    for (const socket of sockets) socket.close()
    await nginx.close()
    await site.close()
  }
}

if (hasNginx) await main()
else printLine('not measured: Debian’s nginx-light is not here')
