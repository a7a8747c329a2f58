// In place of the shell where the operator has switched it off: takes over at once and forgets what the shell kept.

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))

self.addEventListener('activate', (event) => {
  const leave = async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('shell-'))
    await Promise.all(names.map((name) => caches.delete(name)))
    await self.registration.navigationPreload?.disable()
  }
  event.waitUntil(leave())
})
