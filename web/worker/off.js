// Replaces the shell when the operator has disabled it: takes over at once, deletes the caches, and unregisters unless push
// messages still need a worker.

async function forgetShell() {
  const names = (await caches.keys()).filter((name) => name.startsWith('shell-'))
  if (names.length === 0) return
  await Promise.all(names.map((name) => caches.delete(name)))
  await self.registration.navigationPreload?.disable()
  const subscription = await self.registration.pushManager?.getSubscription()
  if (!subscription) await self.registration.unregister()
}

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(forgetShell()))
