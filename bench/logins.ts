import { Agent, request } from 'node:http'
import { addMembers, addPosts, databaseOf } from './fill-club.ts'
import { send } from './load.ts'
import { atLeast, atMost, median, recordFigure, printLine } from './report.ts'
import { openEmptySite } from './site-under-test.ts'

/* Measures the feed for members while 200 strangers at once keep trying to sign in. */

const strangers = 200
const floodMs = 15_000
const readers = 4
const limitMs = 1000

const feedPage = '/api/posts?page=1&limit=5'

/** Loopback addresses, so that each attacker looks like a separate bot. */
const addressOf = (number: number) =>
  `127.${1 + Math.floor(number / 62_500)}.${Math.floor(number / 250) % 250}.${1 + (number % 250)}`

const p99 = (values: number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.99)]!

type Tried = { status: number; retryAfter: string | undefined }

function tryToSignIn(url: string, number: number): Promise<Tried> {
  const { hostname, port } = new URL(url)
  const body = JSON.stringify({ email: `stranger-${number}@bench.example`, password: 'not this one' })
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const options = { host: hostname, port, method: 'POST', path: '/api/login', headers }
  return new Promise((resolve, reject) => {
    const asked = request({ ...options, localAddress: addressOf(number) }, (response) => {
      response.resume()
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] }),
      )
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

/** Reads the feed until `isOver` and returns each page's time in milliseconds. */
async function read(url: string, cookies: string[], isOver: () => boolean): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: readers })
  const times: number[] = []
  const reader = async (cookie: string) => {
    while (!isOver()) {
      const startedAt = performance.now()
      await send(url, { method: 'GET', path: feedPage, headers: { cookie } }, '127.0.0.1', agent)
      times.push(performance.now() - startedAt)
    }
  }
  await Promise.all(cookies.slice(0, readers).map(reader))
  agent.destroy()
  return times
}

async function flood(url: string, isOver: () => boolean): Promise<Tried[]> {
  const answers: Tried[] = []
  let next = 0
  const stranger = async () => {
    while (!isOver()) answers.push(await tryToSignIn(url, (next += 1)))
  }
  await Promise.all(Array.from({ length: strangers }, stranger))
  return answers
}

const until = (ms: number) => {
  const endsAt = performance.now() + ms
  return () => performance.now() >= endsAt
}

async function main() {
  const site = await openEmptySite()
  try {
    const database = databaseOf(site.folder)
    const cookies = await addMembers(database.pool, 40)
    await addPosts(database, 500)
    await database.close()

    const calm = await read(site.url, cookies, until(3000))
    const isOver = until(floodMs)
    const [times, answers] = await Promise.all([read(site.url, cookies, isOver), flood(site.url, isOver)])
    const counted = (status: number) => answers.filter((answer) => answer.status === status)
    const [tried, refused] = [counted(401), counted(503)]
    recordFigure({ name: 'feed alone, p99', value: p99(calm), unit: 'ms' })
    const word = atMost({ name: 'feed in the flood, p99', value: p99(times), unit: 'ms', limit: limitMs })
    printLine(
      `feed alone            p50 ${median(calm).toFixed(0)} ms, p99 ${p99(calm).toFixed(0)} ms, ${calm.length} pages`,
    )
    printLine(
      `feed in the flood     p50 ${median(times).toFixed(0)} ms, p99 ${p99(times).toFixed(0)} ms, ${times.length} pages   ${word} ${limitMs}`,
    )
    const seconds = floodMs / 1000
    recordFigure({ name: 'passwords tried a second', value: tried.length / seconds, unit: 'a second' })
    printLine(
      `passwords tried       ${(tried.length / seconds).toFixed(1)} a second, ${(refused.length / seconds).toFixed(0)} sent away`,
    )
    const withAdvice = refused.filter(({ retryAfter }) => retryAfter !== undefined).length
    const others = answers.length - tried.length - refused.length
    const adviceLimit = atLeast({
      name: 'refusals with Retry-After',
      value: withAdvice / Math.max(1, refused.length),
      unit: 'of them',
      limit: 1,
    })
    printLine(`with Retry-After ${withAdvice} of ${refused.length}   ${adviceLimit} all`)
    const othersWord = atMost({
      name: 'other responses in the flood',
      value: others,
      unit: 'answers',
      limit: 0,
    })
    printLine(`anything else          ${others}   ${othersWord} 0`)
  } finally {
    await site.close()
  }
}

await main()
