import { api } from '@touchline/contract/api.ts'
import { backAfterMs, isLiveMessage } from '@touchline/contract/live.ts'
import { WebSocket } from 'ws'
import { type Caller, cookiesOf } from '#testing/caller.ts'
import { retryWhileAway } from './retrying-fan.ts'

/**
 * A page with a post: what it shows, and since when it has been offline or online, by `performance.now()`.
 */
export type OpenPage = {
  likesCount: number
  isOpen(): boolean
  code: number
  closedAt: number
  openedAt: number
  leave(): void
}

/**
 * Opens a post's page like a browser: a live connection that reconnects with the contract's timing and
 * re-reads the post's counts whenever it connects.
 */
export function openPage(
  { url, reader, postId }: { url: string; reader: Caller; postId: string },
  from: string,
): OpenPage {
  let socket: WebSocket
  let retry: ReturnType<typeof setTimeout> | undefined
  /** Messages received in the meantime are newer than the response. */
  let heard = 0
  const page: OpenPage = {
    likesCount: -1,
    code: 0,
    closedAt: 0,
    openedAt: 0,
    isOpen: () => socket.readyState === WebSocket.OPEN,
    leave() {
      clearTimeout(retry)
      socket.removeAllListeners('close').close(1000)
    },
  }
  const readAgain = async () => {
    const heardBefore = heard
    const { body } = await retryWhileAway(() => reader.call(api.posts.show, { params: { id: postId } }))
    if (heard === heardBefore) page.likesCount = body.likesCount
  }
  const open = () => {
    const headers = { cookie: cookiesOf(reader), origin: url, 'x-forwarded-for': from }
    socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers })
    let wasOpen = false
    socket.on('open', () => {
      wasOpen = true
      page.openedAt = performance.now()
      void readAgain()
    })
    socket.on('message', (data: Buffer) => {
      const message: unknown = JSON.parse(data.toString())
      if (!isLiveMessage(message) || message.type !== 'post_heart_update' || message.postId !== postId) return
      heard += 1
      page.likesCount = message.likesCount
    })
    // A close event follows every error.
    socket.on('error', () => undefined)
    socket.on('close', (code: number) => {
      if (wasOpen) Object.assign(page, { code, closedAt: performance.now() })
      const waitMs = backAfterMs(code)
      if (waitMs !== null) retry = setTimeout(open, waitMs)
    })
  }
  open()
  return page
}

/** The largest number of moments (in ms) within one second. */
export function maxPerSecond(moments: readonly number[]): number {
  const sorted = moments.toSorted((one, other) => one - other)
  let most = 0
  for (let first = 0, last = 0; last < sorted.length; last += 1) {
    while (sorted[last]! - sorted[first]! >= 1000) first += 1
    most = Math.max(most, last - first + 1)
  }
  return most / sorted.length
}
