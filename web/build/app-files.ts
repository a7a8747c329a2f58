import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { site } from '@touchline/content/site.ts'
import type { Plugin, Rolldown } from 'vite'
import { refuseOverBudget } from './budget.ts'
import { requestedModules, reach } from './chunks.ts'

const shellLimit = 400

/** Pages and parts that work offline; they are precached with their imports. */
const worksOffline =
  /\/web\/src\/(?:offline\/(?!download-film)|features\/saved\/|shell\/(?:offline-|saved-|signed-in-frame|site-foot|waiting)|ui\/toaster|player\/(?:film|recording)\.|features\/posts\/(?:opened-media|opened-gallery|text-picture|attachment-list|post-facts|post-actions|lightbox|watch-views|early-access))/

/** Files outside the bundle that the page requests by name. */
const plainFiles = ['/theme.js', '/favicon.svg', '/site.webmanifest', '/icon-192.png', '/icon-512.png']

const manifest = {
  id: '/',
  name: site.name,
  short_name: site.name,
  start_url: '/',
  scope: '/',
  display: 'standalone',
  // A manifest has a single colour, so it uses the dark default. The page sets one for each theme.
  background_color: '#0b1511',
  theme_color: '#0b1511',
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
  ],
  shortcuts: [
    { name: 'Content', url: '/content', icons: [{ src: '/icon-192.png', sizes: '192x192' }] },
    { name: 'Saved Posts', url: '/saved', icons: [{ src: '/icon-192.png', sizes: '192x192' }] },
  ],
}

const manifestOff = { ...manifest, shortcuts: manifest.shortcuts.filter(({ url }) => url !== '/saved') }

const partOfWorker = (name: string) => readFile(new URL(`../worker/${name}.js`, import.meta.url), 'utf8')

const workerWithoutShell = async () => `${await partOfWorker('off')}${await partOfWorker('push')}`

function precachedFiles(bundle: Rolldown.OutputBundle): string[] {
  const found = new Set<string>()
  for (const output of Object.values(bundle)) {
    if (output.type === 'asset') {
      if (/\.(?:css|woff2)$/.test(output.fileName)) found.add(output.fileName)
    } else if (output.isEntry || requestedModules(output).some((id) => worksOffline.test(id))) {
      reach(bundle, output.fileName, found)
    }
  }
  return [...found].toSorted()
}

const sentKB = (output: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined) => {
  if (output?.type === 'chunk') return gzipSync(output.code, { level: 9 }).length / 1000
  if (output?.fileName.endsWith('.css')) return gzipSync(output.source, { level: 9 }).length / 1000
  return output ? Buffer.byteLength(output.source) / 1000 : 0
}

/**
 * Writes the web app manifest and the service worker. Their `-off` versions are for operators who disable the
 * app.
 */
export function appFiles(): Plugin {
  return {
    name: 'touchline:app-files',
    configureServer(server) {
      // A worker left in the browser by `npm start` would keep serving the built page.
      server.middlewares.use((request, response, next) => {
        const send = (type: string, text: string) => response.setHeader('content-type', type).end(text)
        if (request.url === '/site.webmanifest') send('application/manifest+json', JSON.stringify(manifest))
        else if (request.url === '/worker.js')
          void workerWithoutShell().then((text) => send('text/javascript', text), next)
        else next()
      })
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const precached = precachedFiles(bundle)
        const kB = precached.reduce((sum, file) => sum + sentKB(bundle[file]), 0)
        process.stdout.write(
          `${kB > shellLimit ? '✗' : '·'} ${kB.toFixed(1).padStart(6)} / ${shellLimit} kB  precached for offline use\n`,
        )
        if (kB > shellLimit) refuseOverBudget(this, ['the files precached for offline use'])
        const files = [...precached.map((file) => `/${file}`), ...plainFiles]
        const version = createHash('sha256').update(files.join('\n'))
        for (const name of ['index.html', 'public/theme.js'])
          version.update(await readFile(fileURLToPath(new URL(`../${name}`, import.meta.url))))
        const head = `const VERSION = '${version.digest('hex').slice(0, 12)}'\nconst FILES = ${JSON.stringify(files)}\n`
        const emit = (fileName: string, source: string) => this.emitFile({ type: 'asset', fileName, source })
        emit('site.webmanifest', JSON.stringify(manifest))
        emit('site-off.webmanifest', JSON.stringify(manifestOff))
        emit('worker.js', `${head}${await partOfWorker('shell')}${await partOfWorker('push')}`)
        emit('worker-off.js', await workerWithoutShell())
      },
    },
  }
}
