// Shows push messages and opens their page on click. It caches nothing.

const home = () => new URL('/', self.location.origin)

/** Restricts the address to a page of this site. */
function pageOf(path) {
  try {
    const url = new URL(String(path), self.location.origin)
    return url.origin === self.location.origin ? url : home()
  } catch {
    return home()
  }
}

function messageOf(event) {
  try {
    return event.data.json() ?? {}
  } catch {
    return {}
  }
}

self.addEventListener('push', (event) => {
  const { title = 'Touchline', body = 'Something new happened.', path = '/', tag } = messageOf(event)
  event.waitUntil(
    self.registration.showNotification(String(title), {
      body: String(body),
      icon: '/icon-192.png',
      data: { path },
      ...(tag ? { tag: String(tag) } : {}),
    }),
  )
})

async function open(url) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = windows.find((client) => client.url === url.href)
  await (there ? there.focus() : self.clients.openWindow(url.href))
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(pageOf(event.notification.data?.path)))
})
