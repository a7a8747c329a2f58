// Opens the site without a connection: keeps the page and the files it is made of, and nothing else. No answer of the
// API and no byte of a medium ever comes here: what members save is sealed, in a place of its own.
/* global FILES, VERSION -- written by build/worker.ts */

const prefix = 'shell-'
const cacheName = `${prefix}${VERSION}`
const pageAddress = '/'
const kept = new Set(FILES)

const isOurs = (name) => name.startsWith(prefix)

/** All of this version or nothing: where one file cannot be fetched, the version before stays. */
async function keepVersion() {
  const isNew = !(await caches.has(cacheName))
  const cache = await caches.open(cacheName)
  try {
    await cache.addAll([new Request(pageAddress, { cache: 'reload' }), ...FILES])
  } catch (error) {
    // An empty one would count as the version before; one that was there is in use.
    if (isNew) await caches.delete(cacheName)
    throw error
  }
}

/** What pages of the version before still need stays until the next one. */
async function dropOldVersions() {
  const names = (await caches.keys()).filter((name) => isOurs(name) && name !== cacheName)
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)))
}

/** What is none of this worker's business, for browsers that can be told so: they do not come by here with it. */
const past = ['/api/*', '/media/*'].map((pathname) => ({
  condition: { urlPattern: { pathname } },
  source: 'network',
}))

self.addEventListener('install', (event) => {
  event.waitUntil(keepVersion())
  // What goes through the worker needs its page to the end: what a page tells as it is left would be lost.
  event.addRoutes?.(past)
})

async function begin() {
  await dropOldVersions()
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

self.addEventListener('activate', (event) => event.waitUntil(begin()))

/** A proxy in front says so while the server does not answer, and so does the server while it cannot. */
const isAway = ({ status }) => status === 502 || status === 503 || status === 504

/** What the server answers; where it does not, or is away, what this version keeps at `address`. */
async function newest(answering, address) {
  const answer = await answering.catch(() => null)
  if (answer && !isAway(answer)) return answer
  const cache = await caches.open(cacheName)
  return (await cache.match(address, { ignoreVary: true })) ?? answer ?? Response.error()
}

const asked = async (event) => (await event.preloadResponse) ?? fetch(event.request)

/** The page as the server has it now; without it the one of this version, whose files are here. */
const pageFor = (event) => newest(asked(event), pageAddress)

async function keptAsset(request) {
  for (const name of (await caches.keys()).filter(isOurs)) {
    const found = await (await caches.open(name)).match(request, { ignoreVary: true })
    if (found) return found
  }
  return null
}

/**
 * Names of files under /assets hold their content: whichever version kept one, it is that file. Where the browser has
 * lost what was kept, or gives it out no more, the server has it.
 */
async function asset(request) {
  const found = await keptAsset(request).catch(() => null)
  return found ?? fetch(request)
}

/** Icons and the like have the same name in every version: the newest there is. */
const plainFile = (request) => newest(fetch(request), request)

const isForPrograms = (path) => /^\/(api|media|ws|sandbox|_sandbox|healthz|readyz|metrics)(\/|$)/.test(path)

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin || isForPrograms(pathname)) return
  if (request.mode === 'navigate') event.respondWith(pageFor(event))
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(request))
  else if (kept.has(pathname)) event.respondWith(plainFile(request))
})

// A page asks whether it is of this version, and lets it take over when its person wants that.
self.addEventListener('message', (event) => {
  const { ask, file } = event.data ?? {}
  if (ask === 'take over') event.waitUntil(self.skipWaiting())
  if (ask === 'is it yours') event.ports[0]?.postMessage(kept.has(file))
})
