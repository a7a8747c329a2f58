import { Agent } from 'node:http'
import { postPage } from '@touchline/contract/posts.ts'
import { addMembers, addPosts, databaseOf } from './fill-club.ts'
import { openLive } from './live-connection.ts'
import { send } from './load.ts'
import { openEmptySite } from './site-under-test.ts'
import { atMost, median, recordFigure, printLine } from './report.ts'

/*
 * Measures how long a heart takes to reach 2,000 open feeds of 400 members, and how long a page of the feed takes in
 * the meantime.
 */

const members = 400
const perMember = 5
const hearts = 20
const limitMs = 1_000

/** Calls `onCount` with every like count that arrives. */
async function listen(
  url: string,
  cookie: string,
  onCount: (likesCount: number) => void,
): Promise<WebSocket> {
  const socket = await openLive(url, cookie)
  socket.addEventListener('message', ({ data }) => {
    const message: { type: string; likesCount?: number } = JSON.parse(String(data))
    if (message.type === 'post_heart_update') onCount(message.likesCount ?? -1)
  })
  return socket
}

async function main() {
  const site = await openEmptySite()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const sockets: WebSocket[] = []
  try {
    const database = databaseOf(site.folder)
    const cookies = await addMembers(database.pool, members)
    await addPosts(database, 500)
    await database.close()
    const ask = async (method: string, path: string, cookie: string) => {
      const startedAt = performance.now()
      const { body } = await send(site.url, { method, path, headers: { cookie } }, '127.0.0.1', agent)
      return { body, tookMs: performance.now() - startedAt }
    }
    const feed = (cookie: string) => ask('GET', '/api/posts?page=1&limit=5', cookie)
    const seenBy = async (cookie: string) => postPage.parse(JSON.parse((await feed(cookie)).body)).posts[0]!
    let fan = cookies[0]!
    for (let next = 1; (await seenBy(fan)).isLiked; next += 1) fan = cookies[next]!
    const post = await seenBy(fan)

    let arriving: { count: number; missing: number; done: () => void } | null = null
    const onCount = (likesCount: number) => {
      if (!arriving || likesCount !== arriving.count) return
      arriving.missing -= 1
      if (arriving.missing === 0) arriving.done()
    }
    for (const cookie of cookies)
      sockets.push(
        ...(await Promise.all(Array.from({ length: perMember }, () => listen(site.url, cookie, onCount)))),
      )
    const quiet: number[] = []
    for (let count = 0; count < 50; count += 1) quiet.push((await feed(cookies[1]!)).tookMs)

    const reached: number[] = []
    const busy: number[] = []
    for (let heart = 0; heart < hearts; heart += 1) {
      const isLike = heart % 2 === 0
      const all = new Promise<void>((resolve, reject) => {
        arriving = { count: post.likesCount + (isLike ? 1 : 0), missing: sockets.length, done: resolve }
        setTimeout(() => reject(new Error(`${arriving?.missing} sockets received nothing`)), 20_000).unref()
      })
      const startedAt = performance.now()
      const reading = feed(cookies[1]!)
      await ask(isLike ? 'POST' : 'DELETE', `/api/posts/${post.id}/like`, fan)
      busy.push((await reading).tookMs)
      busy.push((await feed(cookies[1]!)).tookMs)
      await all
      reached.push(performance.now() - startedAt)
    }
    const slowest = Math.max(...reached)
    recordFigure({ name: 'a heart reaches 2,000 sockets, p50', value: median(reached), unit: 'ms' })
    const word = atMost({ name: 'a heart reaches 2,000 sockets', value: slowest, unit: 'ms', limit: limitMs })
    const pageWord = atMost({
      name: 'a feed page at the same time',
      value: Math.max(...busy),
      unit: 'ms',
      limit: limitMs,
    })
    printLine(
      `a heart reaches ${sockets.length} sockets in ${median(reached).toFixed(0)} ms, at most ${slowest.toFixed(0)} ms   ${word} ${limitMs}`,
    )
    printLine(
      `a page of the feed takes ${median(quiet).toFixed(1)} ms, while hearts go out ${median(busy).toFixed(1)} ms, at most ${Math.max(...busy).toFixed(0)} ms   ${pageWord} ${limitMs}`,
    )
  } finally {
    for (const socket of sockets) socket.close()
    agent.destroy()
    await site.close()
  }
}

await main()
