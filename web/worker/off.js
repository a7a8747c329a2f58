// In place of the shell where the operator has switched it off: takes over at once, forgets what the shell kept, and goes
// with it unless it is still needed for push messages.

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
