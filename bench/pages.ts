import { randomUUID } from 'node:crypto'
import { Agent, get } from 'node:http'
import { addMembers, addPosts, databaseOf } from './fill-club.ts'
import { send } from './load.ts'
import { residentMegabytesOf } from './process-cpu.ts'
import { atLeast, atMost, printLine } from './report.ts'
import { openEmptySite } from './site-under-test.ts'

/*
 * Measures how many pages of a shared post a process sends a second while nothing changes, and how long one takes as
 * against a response that costs the site nothing; and the same for a crawler that asks for unknown posts, of which the
 * site may keep nothing.
 */

const requests = 3000
const atOnce = 16
const rounds = 5
const unknownPosts = 10_000

async function main() {
  const site = await openEmptySite({ ACCESS_CODE: 'off' })
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  try {
    const database = databaseOf(site.folder)
    await addMembers(database.pool, 10)
    await addPosts(database, 200)
    const { rows } = await database.pool.query<{ id: string }>('select id from posts limit 1')
    await database.close()
    const open = (path: string) => send(site.url, { method: 'GET', path }, '127.0.0.1', agent)
    const openUnknown = () =>
      new Promise<void>((resolve, reject) => {
        get(new URL(`/post/${randomUUID()}`, site.url), { agent }, (response) => {
          if (response.statusCode !== 404)
            reject(new Error(`Got ${response.statusCode} for an unknown post.`))
          response.resume().once('end', resolve)
        }).once('error', reject)
      })
    const secondsFor = async (
      path: string,
      count = requests,
      ask: (path: string) => Promise<unknown> = open,
    ) => {
      const startedAt = performance.now()
      const lane = async () => {
        for (let sent = 0; sent < count / atOnce; sent += 1) await ask(path)
      }
      await Promise.all(Array.from({ length: atOnce }, lane))
      return (performance.now() - startedAt) / 1000
    }
    const page = `/post/${rows[0]!.id}`
    await Promise.all([secondsFor(page), secondsFor('/robots.txt')])
    let pages = 0
    let plain = 0
    for (let round = 0; round < rounds; round += 1) {
      pages += await secondsFor(page)
      plain += await secondsFor('/robots.txt')
    }
    const rate = (rounds * requests) / pages
    const rateWord = atLeast({ name: 'pages of a shared post', value: rate, unit: 'a second', limit: 500 })
    printLine(`${rate.toFixed(0)} pages of a shared post a second   ${rateWord} 500`)
    const ratio = pages / plain
    const ratioWord = atMost({ name: 'page of a shared post', value: ratio, unit: '× robots.txt', limit: 3 })
    printLine(`${ratio.toFixed(2)} times as long as robots.txt   ${ratioWord} 3`)

    await secondsFor('', requests, openUnknown)
    const before = residentMegabytesOf(site.pid)
    const unknownRate = unknownPosts / (await secondsFor('', unknownPosts, openUnknown))
    const grown = Math.max(0, residentMegabytesOf(site.pid) - before)
    const unknownWord = atLeast({ name: 'unknown posts', value: unknownRate, unit: 'a second', limit: 300 })
    const grownWord = atMost({
      name: 'memory after 10,000 unknown posts',
      value: grown,
      unit: 'MB',
      limit: 20,
    })
    printLine(`${unknownRate.toFixed(0)} unknown posts a second   ${unknownWord} 300`)
    printLine(`${grown.toFixed(0)} MB more after ${unknownPosts} of them   ${grownWord} 20`)
  } finally {
    agent.destroy()
    await site.close()
  }
}

await main()
