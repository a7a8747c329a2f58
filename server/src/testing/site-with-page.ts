import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RouteOptions } from 'fastify'
import { mountApp } from '#app.ts'
import { openHttpServer } from '#http/server.ts'
import { type Club, openClub } from './club.ts'

type Route = Pick<RouteOptions, 'url' | 'config'> & { method: string }

export const pageText = '<!doctype html><title>The club</title>'

/** Serves a page and assets like a built site. `files` go into its web folder; files beside it must not be readable. */
export async function openSiteWithPage(env: Record<string, string> = {}, files: Record<string, string> = {}) {
  const club: Club = await openClub(env)
  const { services } = club
  const folder = await mkdtemp(join(tmpdir(), 'site-'))
  for (const name of ['assets', 'rendering']) await mkdir(join(folder, 'web', name), { recursive: true })
  for (const [file, text] of [
    ['web/index.html', pageText],
    ['web/assets/entry-1a2b.js', 'export {}'],
    ['.env', 'SESSION_SECRET=beside-the-web'],
    ['package.json', '{"name":"beside-the-web"}'],
    ...Object.entries(files).map(([name, content]) => [`web/${name}`, content] as const),
  ] as const)
    await writeFile(join(folder, file), text)
  const site = await openHttpServer(services.config, services.address)
  const routes: Route[] = []
  site.addHook('onRoute', ({ method, url, config }) => {
    for (const one of [method].flat()) routes.push({ method: one, url, ...(config ? { config } : {}) })
  })
  await mountApp(site, { ...services, clock: club.clock }, join(folder, 'web'))
  await site.listen({ host: '127.0.0.1', port: 0 })
  const bound = site.server.address()
  const siteUrl = bound && typeof bound === 'object' ? `http://127.0.0.1:${bound.port}` : ''
  return {
    ...club,
    site,
    siteUrl,
    routes,
    async close() {
      const closing = site.close()
      site.server.closeAllConnections()
      await closing
      await club.close()
      await rm(folder, { recursive: true })
    },
  }
}

export type SiteWithPage = Awaited<ReturnType<typeof openSiteWithPage>>
