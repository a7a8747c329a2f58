// @vitest-environment node
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocketServer, type WebSocket as Accepted } from 'ws'
import {
  backAfterMs,
  closeCodes,
  type LiveMessage,
  reconnectMs,
  restartedMs,
} from '@touchline/contract/live.ts'
import { createLive, liveAddress } from './create-live.ts'

let server: WebSocketServer
let accepted: Accepted[] = []
let logged: unknown[] = []
let live: ReturnType<typeof createLive>
let pageAgeMs = 0

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  accepted = []
  logged = []
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await new Promise((resolve) => server.once('listening', resolve))
  server.on('connection', (socket) => accepted.push(socket))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server's address is not a pipe
  const { port } = server.address() as AddressInfo
  live = createLive({
    address: () => `ws://127.0.0.1:${port}`,
    log: (what) => logged.push(what),
    pageAgeMs: () => pageAgeMs,
  })
})

afterEach(async () => {
  live.close()
  for (const socket of server.clients) socket.terminate()
  await new Promise((resolve) => server.close(resolve))
  vi.useRealTimers()
})

/** Lets real sockets work while the clock of the code under test stands still. */
const until = (done: () => boolean) =>
  new Promise<void>((resolve) => {
    const look = () => (done() ? resolve() : setImmediate(look))
    look()
  })

/** Long enough for a connection that should not come, in turns of the event loop and not in time. */
async function settle() {
  for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate)
}

async function closedBy(code: number) {
  live.open()
  await until(() => accepted.length === 1)
  accepted[0]?.close(code)
  await until(() => server.clients.size === 0)
  await settle()
}

describe('the live connection', () => {
  it('passes on heart updates and ignores unknown messages [LIVE-1]', async () => {
    const heard: LiveMessage[] = []
    live.subscribe({ onMessage: (message) => heard.push(message) })
    live.open()
    await until(() => accepted.length === 1)
    accepted[0]?.send('not json')
    accepted[0]?.send('{"type":"goal"}')
    expect(live.hasHeard()).toBe(false)
    accepted[0]?.send('{"type":"post_heart_update","postId":"p1","likesCount":7}')
    await until(() => heard.length > 0)
    expect(heard).toEqual([{ type: 'post_heart_update', postId: 'p1', likesCount: 7 }])
    expect(live.hasHeard()).toBe(true)
    live.close()
    expect(live.hasHeard()).toBe(false)
  })

  it('uses the same host, secure when the page is [LIVE-1]', () => {
    expect(liveAddress({ protocol: 'https:', host: 'club.example' })).toBe('wss://club.example/ws')
    expect(liveAddress({ protocol: 'http:', host: 'localhost:3000' })).toBe('ws://localhost:3000/ws')
  })

  it('reconnects five seconds after a loss [LIVE-2]', async () => {
    await closedBy(1011)
    await until(() => vi.getTimerCount() > 0)
    vi.advanceTimersByTime(reconnectMs - 1)
    await settle()
    expect([reconnectMs, accepted.length]).toEqual([5000, 1])
    vi.advanceTimersByTime(1)
    await until(() => accepted.length === 2)
  })

  it.each([0, 0.5, 0.999])(
    'comes back after a restart when its turn comes, here at %d of the time all take [R-12]',
    async (turn) => {
      vi.spyOn(Math, 'random').mockReturnValue(turn)
      await closedBy(1012)
      await until(() => vi.getTimerCount() > 0)
      const waitMs = backAfterMs(closeCodes.restarting, turn)!
      expect([waitMs >= reconnectMs, waitMs < restartedMs.last, restartedMs.last < 15_000]).toEqual(
        Array(3).fill(true),
      )
      vi.advanceTimersByTime(waitMs - 1)
      await settle()
      expect(accepted).toHaveLength(1)
      vi.advanceTimersByTime(1)
      await until(() => accepted.length === 2)
      vi.restoreAllMocks()
    },
  )

  it('announces each connection, also after a loss [LIVE-2]', async () => {
    let timesOpen = 0
    live.subscribe({ onOpen: () => (timesOpen += 1) })
    live.open()
    await until(() => timesOpen === 1)
    accepted[0]?.close(1011)
    await until(() => {
      vi.advanceTimersByTime(reconnectMs)
      return timesOpen > 1
    })
    expect(timesOpen).toBe(2)
  })

  it('replays only what a page may have missed since it was loaded [LIVE-1]', async () => {
    const received: string[] = []
    live.subscribe({ onMessage: ({ type }) => received.push(type), onMissed: () => received.push('missed') })
    live.open()
    await until(() => accepted.length === 1)
    const say = async (message: object) => {
      const before = received.length
      accepted[0]?.send(JSON.stringify(message))
      accepted[0]?.send('{"type":"post_deleted","postId":"mark"}')
      await until(() => received.at(-1) === 'post_deleted' && received.length > before)
      return received.splice(0).slice(0, -1)
    }
    pageAgeMs = 1200
    expect(await say({ type: 'connected', quietMs: 1201 })).toEqual([])
    expect(await say({ type: 'connected', quietMs: 1200 })).toEqual(['missed'])
    expect(await say({ type: 'connected', quietMs: 0 })).toEqual(['missed'])
  })

  it('refetches the viewer when it was never accepted [LIVE-2]', async () => {
    const turning = createServer((_request, response) => response.writeHead(401).end())
    await new Promise<void>((resolve) => turning.listen(0, '127.0.0.1', resolve))
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server's address is not a pipe
    const { port } = turning.address() as AddressInfo
    const refused = createLive({ address: () => `ws://127.0.0.1:${port}`, log: () => undefined })
    let asked = 0
    refused.subscribe({ onTurnedAway: () => (asked += 1) })
    refused.open()
    await until(() => asked > 0)
    expect(asked).toBe(1)
    refused.close()
    turning.closeAllConnections()
    await new Promise((resolve) => turning.close(resolve))
  })

  it.each([1000, 4401, 4403])('stays closed after %i [LIVE-2]', async (code) => {
    await closedBy(code)
    expect(vi.getTimerCount()).toBe(0)
    live.open()
    await until(() => accepted.length === 2)
  })

  it('logs a failed connection and an invalid address [LIVE-2]', async () => {
    const refusing = createServer().on('connection', (socket) => socket.destroy())
    await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve))
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
    const { port } = refusing.address() as AddressInfo
    const refused = createLive({ address: () => `ws://127.0.0.1:${port}`, log: (what) => logged.push(what) })
    refused.open()
    await until(() => logged.length > 0)
    refused.close()
    await new Promise((resolve) => refusing.close(resolve))
    createLive({ address: () => 'nonsense:', log: (what) => logged.push(what) }).open()
    expect(logged).toEqual(['WebSocket connection failed', 'Failed to initialize WebSocket'])
  })
})
