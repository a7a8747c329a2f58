import { once } from 'node:events'
import { connect, createServer, Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { listenHere } from '#testing/listen-on-loopback.ts'
import { boundConnections } from './bound-connections.ts'

const sockets: Socket[] = []
const server = { close() {} }
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  server.close()
})

/** Opens connections one after the other; returns how to open one more, and whether it was kept. */
async function opened(bounds: { max: number; perAddress: number; isTrusted: () => boolean }) {
  const bounded = createServer()
  boundConnections(bounded, bounds)
  bounded.on('connection', (socket) => socket.destroyed || socket.write('hello'))
  server.close = () => void bounded.close()
  const port = await listenHere(bounded)
  return async () => {
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket)
    socket.on('error', () => undefined)
    return Promise.race([
      once(socket, 'data').then(() => 'kept'),
      once(socket, 'close').then(() => 'dropped'),
    ])
  }
}

describe('connections', () => {
  it('of one address are dropped above its limit until others close', async () => {
    const open = await opened({ max: 100, perAddress: 3, isTrusted: () => false })
    expect([await open(), await open(), await open(), await open()]).toEqual([
      'kept',
      'kept',
      'kept',
      'dropped',
    ])
    sockets[0]!.destroy()
    await expect.poll(open).toBe('kept')
  })

  it('of one IPv6 network count together', () => {
    const bounded = createServer()
    boundConnections(bounded, { max: 100, perAddress: 3, isTrusted: () => false })
    const kept = [
      '2001:db8:1:2::1',
      '2001:db8:1:2::2',
      '2001:db8:1:2:3::4',
      '2001:db8:1:2:ffff::5',
      '2001:db8:1:3::1',
    ].map((remoteAddress) => {
      const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress })
      bounded.emit('connection', socket)
      return !socket.destroyed
    })
    expect(kept).toEqual([true, true, true, false, true])
  })

  it('of a proxy count only against the total limit', async () => {
    const open = await opened({ max: 5, perAddress: 1, isTrusted: () => true })
    const outcomes = []
    for (let count = 0; count < 6; count += 1) outcomes.push(await open())
    expect(outcomes).toEqual(['kept', 'kept', 'kept', 'kept', 'kept', 'dropped'])
  })
})
