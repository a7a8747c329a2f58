import { Agent } from 'node:http'
import { postPage } from '@touchline/contract/posts.ts'
import { addMembers, addPosts, databaseOf } from './fill-club.ts'
import { send } from './load.ts'
import { type EmptySite, openEmptySite } from './site-under-test.ts'
import { atMost, median, printLine } from './report.ts'

/* Measures a page of the feed and a search at 500, 5,000 and 50,000 posts, in turns in one run. */

const sizes = [500, 5_000, 50_000]
const turns = 100
const warmUp = 10
const limit = 1.5
const unit = `× ${sizes[0]} posts`

type Site = { size: number; site: EmptySite; cookie: string; agent: Agent }
type Case = { name: string; path: (size: number, turn: number) => string }

const search = (words: string) => `/api/posts?page=1&limit=5&search=${encodeURIComponent(words)}`
const feedPages: Case[] = [
  { name: 'first page', path: () => '/api/posts?page=1&limit=5' },
  { name: 'pages 2 to 9', path: (_, turn) => `/api/posts?page=${2 + (turn % 8)}&limit=5` },
  { name: 'middle page', path: (size, turn) => `/api/posts?page=${size / 10 + (turn % 5)}&limit=5` },
  { name: 'last page', path: (size) => `/api/posts?page=${size / 5}&limit=5` },
]
const searches: Case[] = [
  { name: 'in every post', path: () => search('season') },
  { name: 'in some dozens', path: () => search('kolono') },
  { name: 'in a hundredth', path: () => search('derby') },
  { name: 'in three', path: () => search('testimonial') },
  { name: 'two words', path: () => search('derby seas') },
  { name: 'three letters', path: () => search('kal') },
  { name: 'the creator', path: () => search('kim ferr') },
  { name: 'in none', path: () => search('offside trap') },
]

async function open(size: number): Promise<Site> {
  const site = await openEmptySite()
  const database = databaseOf(site.folder)
  const [cookie] = await addMembers(database.pool, 40)
  await addPosts(database, size)
  await database.close()
  return { size, site, cookie: cookie!, agent: new Agent({ keepAlive: true, maxSockets: 1 }) }
}

async function msFor({ site, cookie, agent }: Site, path: string): Promise<number> {
  const startedAt = performance.now()
  const { body } = await send(site.url, { method: 'GET', path, headers: { cookie } }, '127.0.0.1', agent)
  const took = performance.now() - startedAt
  postPage.parse(JSON.parse(body))
  return took
}

async function measure(sites: Site[], one: Case): Promise<Map<number, number[]>> {
  const times = new Map(sites.map(({ size }) => [size, [] as number[]]))
  for (let turn = 0; turn < warmUp + turns; turn += 1)
    for (const site of sites) {
      const took = await msFor(site, one.path(site.size, turn))
      if (turn >= warmUp) times.get(site.size)!.push(took)
    }
  return times
}

const columns = (values: number[], digits = 2) =>
  values.map((value) => value.toFixed(digits).padStart(9)).join('')

async function report(sites: Site[], title: string, cases: Case[]) {
  const all = new Map(sites.map(({ size }) => [size, [] as number[]]))
  for (const one of cases) {
    const times = await measure(sites, one)
    const medians = sizes.map((size) => median(times.get(size)!))
    for (const size of sizes) all.get(size)!.push(...times.get(size)!)
    const ratio = medians.at(-1)! / medians[0]!
    const word = atMost({ name: `${title}, ${one.name}`, value: ratio, unit, limit })
    printLine(`  ${one.name.padEnd(16)}${columns(medians)}   ${ratio.toFixed(2)} ×   ${word} ${limit}`)
  }
  const medians = sizes.map((size) => median(all.get(size)!))
  const ratio = medians.at(-1)! / medians[0]!
  const word = atMost({ name: title, value: ratio, unit, limit })
  printLine(`${title.padEnd(18)}${columns(medians)}   ${ratio.toFixed(2)} ×   ${word} ${limit}`)
}

async function main() {
  const sites: Site[] = []
  try {
    for (const size of sizes) {
      const startedAt = performance.now()
      sites.push(await open(size))
      printLine(`${size} posts are there after ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
    }
    printLine(`\np50 in ms at          ${sizes.join('     ')}   the last to the first`)
    await report(sites, 'feed page', feedPages)
    await report(sites, 'search', searches)
  } finally {
    for (const { site, agent } of sites) {
      agent.destroy()
      await site.close()
    }
  }
}

await main()
