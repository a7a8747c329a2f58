// In place of the shell where the operator has switched it off: takes over at once and forgets what the shell kept.

async function forgetShell() {
  const names = (await caches.keys()).filter((name) => name.startsWith('shell-'))
  await Promise.all(names.map((name) => caches.delete(name)))
  await self.registration.navigationPreload?.disable()
}

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(forgetShell()))
