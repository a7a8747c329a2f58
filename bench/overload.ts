import { addMembers, addPosts, databaseOf } from './fill-club.ts'
import { measureOverload } from './measure-overload.ts'
import { familyOf, pinTo } from './process-cpu.ts'
import { printLine } from './report.ts'
import { manualProxy } from '../server/src/testing/manual-proxy.ts'
import { hasNginx, openNginx } from '../server/src/testing/nginx-for-tests.ts'
import { type EmptySite, openEmptySite } from './site-under-test.ts'

/*
 * Measures how a site copes with two and ten times the load it can serve: the first page of the feed, requested by 40
 * members, alone and behind the nginx of docs/operating.md. The site has the first core, shared with its database and
 * that nginx; the clients have the second.
 */

const members = 40
const steps = [1, 2, 10]

const feedOf = (cookies: string[]) => (index: number) => ({
  method: 'GET',
  path: '/api/posts?page=1&limit=5',
  headers: { cookie: cookies[index % members]! },
})

async function measureBehindNginx(site: EmptySite, cookies: string[]) {
  const nginx = await openNginx(() => manualProxy(site.url))
  try {
    pinTo(0, familyOf(nginx.pid))
    await measureOverload(site, { url: nginx.url, shotAt: feedOf(cookies), suffix: ', behind nginx', steps })
  } finally {
    await nginx.close()
  }
}

async function main() {
  const site = await openEmptySite()
  try {
    const database = databaseOf(site.folder)
    const cookies = await addMembers(database.pool, members)
    await addPosts(database, 500)
    await database.close()
    pinTo(1, [process])
    pinTo(0, familyOf(site.pid))
    await measureOverload(site, { url: site.url, shotAt: feedOf(cookies), suffix: '', steps })
    if (hasNginx) await measureBehindNginx(site, cookies)
    else printLine('behind nginx: not measured, Debian’s nginx-light is not here')
  } finally {
    await site.close()
  }
}

await main()
