import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from './club.ts'

/** Publishes a text post as the creator of `page` and returns its unique title. */
export async function publish(creator: Page, about: string): Promise<string> {
  const title = `${about} ${randomUUID().slice(0, 8)}`
  const reply = await creator.request.post('/api/posts', {
    multipart: { title, content: 'Written for one test.', contentType: 'text' },
  })
  expect(reply.status()).toBe(201)
  return title
}

export async function publishPicture(creator: Page, about: string): Promise<string> {
  const title = `${about} ${randomUUID().slice(0, 8)}`
  const picture = fileURLToPath(new URL('../web/public/icon-512.png', import.meta.url))
  const sent = await creator.request.post('/api/posts', {
    multipart: {
      title,
      content: 'What was said there.',
      contentType: 'image',
      media: { name: 'tunnel.png', mimeType: 'image/png', buffer: await readFile(picture) },
    },
  })
  expect(sent.status()).toBe(201)
  return title
}

/** The feed filtered by this title. */
export const titled = (title: string) => `/content?search=${encodeURIComponent(title)}`

export async function postIdOf({ request }: Page, title: string): Promise<string> {
  const { posts } = await (await request.get(`/api/posts?search=${encodeURIComponent(title)}`)).json()
  return posts[0].id
}

/** Without live messages, posts that other tests publish and delete neither cover nor change a page. */
export const withoutLive = (page: Page) => page.routeWebSocket('**/ws', () => {})

/** Opens an address and waits for the page's live connection. */
export async function openLivePage(page: Page, address: string): Promise<void> {
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  const connected = new Promise<void>((resolve) => {
    network.once('Network.webSocketHandshakeResponseReceived', () => resolve())
  })
  await page.goto(address)
  await connected
  await network.detach()
}
