import { createServer as createHttpServer } from 'node:http'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { siteProxy } from './site-proxy.ts'

const site = createHttpServer((request, response) => response.end(`the site: ${request.url}`))
let vite: ViteDevServer

function portOf(server: Pick<typeof site, 'address'> | null): number {
  const address = server?.address()
  if (!address || typeof address === 'string') throw new Error('The server does not listen.')
  return address.port
}

beforeAll(async () => {
  await new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve))
  vite = await createServer({
    configFile: false,
    root: import.meta.dirname,
    appType: 'custom',
    logLevel: 'silent',
    server: {
      host: '127.0.0.1',
      port: 0,
      ws: false,
      watch: null,
      proxy: siteProxy(`http://127.0.0.1:${portOf(site)}`),
    },
  })
  await vite.listen()
})
afterAll(async () => {
  await vite.close()
  site.close()
})

const open = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`http://127.0.0.1:${portOf(vite.httpServer)}${path}`, { headers })
  return answer.text()
}

it('passes everything for programs on to the site [FRONT-3]', async () => {
  for (const path of [
    '/api/site',
    '/api/site/card.png?v=1',
    '/media/one/whole',
    '/robots.txt',
    '/sitemap.xml',
    '/',
    '/post/one',
  ])
    expect(await open(path)).toBe(`the site: ${path}`)
})

it('serves pages that browsers open itself', async () => {
  for (const path of ['/', '/post/one', '/content', '/post/one/other'])
    expect(await open(path, { 'sec-fetch-dest': 'document' })).not.toContain('the site')
  expect(await open('/post/one/other')).not.toContain('the site')
})
