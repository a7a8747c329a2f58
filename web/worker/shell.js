// Opens the site offline: caches the page and its files, and nothing else. API responses and media are never cached here;
// posts that members save are encrypted and stored separately.
/* global FILES, VERSION -- written by build/worker.ts */

const prefix = 'shell-'
const cacheName = `${prefix}${VERSION}`
const pageAddress = '/'
const kept = new Set(FILES)

const isOurs = (name) => name.startsWith(prefix)

/** Caches all files of this version or none: if one fails, the previous version stays. */
async function keepVersion() {
  const isNew = !(await caches.has(cacheName))
  const cache = await caches.open(cacheName)
  try {
    await cache.addAll([new Request(pageAddress, { cache: 'reload' }), ...FILES])
  } catch (error) {
    // Delete a new, empty cache, which would count as the previous version; keep one that existed, which is in use.
    if (isNew) await caches.delete(cacheName)
    throw error
  }
}

/** Keeps the previous version for its open pages until the next one. */
async function dropOldVersions() {
  const names = (await caches.keys()).filter((name) => isOurs(name) && name !== cacheName)
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)))
}

/** Requests that bypass this worker, in browsers with static routing. */
const past = ['/api/*', '/media/*'].map((pathname) => ({
  condition: { urlPattern: { pathname } },
  source: 'network',
}))

self.addEventListener('install', (event) => {
  event.waitUntil(keepVersion())
  // A request through the worker dies with its page, which would lose beacons sent on unload.
  event.addRoutes?.(past)
})

async function begin() {
  await dropOldVersions()
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

self.addEventListener('activate', (event) => event.waitUntil(begin()))

/** Status codes of a proxy, or of the server itself, while the server is unavailable. */
const isAway = ({ status }) => status === 502 || status === 503 || status === 504

/** Returns the server's response, or the cached `address` when the server is unavailable. */
async function newest(answering, address) {
  const answer = await answering.catch(() => null)
  if (answer && !isAway(answer)) return answer
  const cache = await caches.open(cacheName)
  return (await cache.match(address, { ignoreVary: true })) ?? answer ?? Response.error()
}

const asked = async (event) => (await event.preloadResponse) ?? fetch(event.request)

/** Returns the current page of the server, or the cached page of this version. */
const pageFor = (event) => newest(asked(event), pageAddress)

async function keptAsset(request) {
  for (const name of (await caches.keys()).filter(isOurs)) {
    const found = await (await caches.open(name)).match(request, { ignoreVary: true })
    if (found) return found
  }
  return null
}

/**
 * Files under /assets have content hashes, so a copy from any version is valid. Falls back to the server when the browser
 * has evicted it.
 */
async function asset(request) {
  const found = await keptAsset(request).catch(() => null)
  return found ?? fetch(request)
}

/** Icons and similar files have the same name in every version; prefer the newest. */
const plainFile = (request) => newest(fetch(request), request)

const isForPrograms = (path) =>
  /^\/(api|media|segments|ws|sandbox|_sandbox|healthz|readyz|metrics)(\/|$)/.test(path)

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin || isForPrograms(pathname)) return
  if (request.mode === 'navigate') event.respondWith(pageFor(event))
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(request))
  else if (kept.has(pathname)) event.respondWith(plainFile(request))
})

// A page asks for the version of this worker, and activates it on request.
self.addEventListener('message', (event) => {
  const { ask, file } = event.data ?? {}
  if (ask === 'take over') event.waitUntil(self.skipWaiting())
  if (ask === 'is it yours') event.ports[0]?.postMessage(kept.has(file))
})
