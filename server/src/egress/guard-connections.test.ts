import { createSocket } from 'node:dgram'
import dns, { lookup } from 'node:dns'
import { once } from 'node:events'
import { createServer, get } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { get as getSecure } from 'node:https'
import { connect, type LookupFunction } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { armTrap } from '#testing/connection-trap.ts'
import { listenHere } from '#testing/listen-on-loopback.ts'
import { guardConnections, withPublicDestination } from './guard-connections.ts'
import { isPublicAddress } from './public-address.ts'

let connections = 0
const server = createServer((_request, response) => response.end('answered')).on(
  'connection',
  () => (connections += 1),
)
let port = 0
beforeAll(async () => {
  port = await listenHere(server)
})
afterAll(() => void server.close())

let refused: string[] = []
const allow = (...allowed: Parameters<typeof guardConnections>[0]) =>
  guardConnections(allowed, (target) => refused.push(target))
beforeEach(() => {
  connections = 0
  refused = []
  allow()
})
afterEach(armTrap)

/** Settles when something emits `event`, or fails when it emits an error. */
const until = (emitter: NodeJS.EventEmitter, event: string) => once(emitter, event)

const clients: [string, () => Promise<unknown>][] = [
  ['fetch', () => fetch(`http://127.0.0.1:${port}/`)],
  ['fetch by name', () => fetch(`http://localhost:${port}/`)],
  ['fetch in IPv6', () => fetch(`http://[::1]:${port}/`)],
  ['fetch of a mapped address', () => fetch(`http://[::ffff:127.0.0.1]:${port}/`)],
  ['http', () => until(get(`http://127.0.0.1:${port}/`), 'response')],
  ['https', () => until(getSecure(`https://127.0.0.1:${port}/`), 'response')],
  ['net with options', () => until(connect({ port, host: '127.0.0.1' }), 'connect')],
  ['net with port and host', () => until(connect(port, '127.0.0.1'), 'connect')],
  ['net with a port alone', () => until(connect(port), 'connect')],
  ['net with a Unix socket', () => until(connect('/var/run/docker.sock'), 'connect')],
  ['tls', () => until(connectTls({ port, host: '127.0.0.1' }), 'secureConnect')],
  ['http2', () => until(connectHttp2(`http://127.0.0.1:${port}`), 'connect')],
  ['another name', () => fetch('http://internal.example/')],
  ['the metadata address of a cloud', () => fetch('http://169.254.169.254/latest/meta-data/')],
  [
    'dns.lookup',
    async () => new Promise((done, fail) => lookup('x.example', (e, a) => (e ? fail(e) : done(a)))),
  ],
  ['dns.promises.lookup', () => dns.promises.lookup('x.example')],
  ['dns.promises.resolveTxt', () => dns.promises.resolveTxt('x.example')],
  ['dns.promises.lookupService', () => dns.promises.lookupService('192.0.2.1', 22)],
  ['dns.promises.reverse', () => dns.promises.reverse('192.0.2.1')],
  [
    'dns.reverse',
    async () => new Promise((done, fail) => dns.reverse('192.0.2.1', (e, a) => (e ? fail(e) : done(a)))),
  ],
  ['a resolver', () => new dns.promises.Resolver().resolve4('x.example')],
  ['a datagram', async () => createSocket('udp4').send('x', port, '127.0.0.1')],
]

describe('a process without allowed destinations', () => {
  it.each(clients)('opens no connection by %s', async (_name, ask) => {
    await expect(ask()).rejects.toThrow(/may not connect|fetch failed/)
    expect(refused).toHaveLength(1)
    expect(connections).toBe(0)
  })
})

const toLoopback: LookupFunction = (_host, { all }, done) =>
  all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)

const at = (host: string, to: number) => until(connect({ host, port: to, lookup: toLoopback }), 'connect')

describe('a process with some allowed destinations', () => {
  it('connects to an allowed name and port', async () => {
    allow({ host: 'localhost', port, isPublic: false })
    expect(await (await fetch(`http://localhost:${port}/`)).text()).toBe('answered')
    await expect(fetch(`http://localhost:${port + 1}/`)).rejects.toThrow('fetch failed')
    expect(refused).toEqual([`localhost:${port + 1}`])
  })

  it('connects to the address of an allowed name', async () => {
    allow({ host: 'localhost', port, isPublic: false })
    const { address } = await dns.promises.lookup('localhost', 4)
    const socket = connect(port, address)
    await until(socket, 'connect')
    socket.destroy()
    expect(refused).toEqual([])
  })

  it('refuses a public name that resolves to a private address', async () => {
    allow({ host: '*.push.example', port, isPublic: true })
    const addresses = [
      '127.0.0.1',
      '10.1.2.3',
      '169.254.169.254',
      '::1',
      '::ffff:192.168.0.1',
      'fd00::1',
      'fec0::1',
      // What gateways turn into 10.1.2.3.
      '64:ff9b::10.1.2.3',
      '64:ff9b:1::10.1.2.3',
      '::ffff:0:10.1.2.3',
      '2002:a01:203::1',
      '2001:0:a01:203::1',
    ]
    for (const address of addresses) {
      const family = address.includes(':') ? 6 : 4
      const rebound: LookupFunction = (_host, { all }, done) =>
        all ? done(null, [{ address, family }]) : done(null, address, family)
      const asked = connect({ host: 'a.push.example', port, lookup: rebound })
      await expect(until(asked, 'connect')).rejects.toThrow('may not connect')
    }
    expect(refused).toEqual(addresses.map((address) => `a.push.example at ${address}`))
    expect(connections).toBe(0)
  })

  it('lends a public address by TLS for one request, whatever its name resolves to', async () => {
    allow({ host: 'db.example', port, isPublic: false })
    for (const host of ['hooks.example', 'db.example'])
      await withPublicDestination(host, () => expect(at(host, 443)).rejects.toThrow('may not connect'))
    await withPublicDestination('hooks.example', () =>
      expect(at('hooks.example', port)).rejects.toThrow('may not connect'),
    )
    await expect(at('hooks.example', 443)).rejects.toThrow('may not connect')
    expect(refused).toEqual([
      'hooks.example at 127.0.0.1',
      'db.example at 127.0.0.1',
      `hooks.example:${port}`,
      'hooks.example:443',
    ])
    expect(connections).toBe(0)
  })

  it('distinguishes public from private addresses', () => {
    expect(['8.8.8.8', '2606:4700::1', '64:ff9b::8.8.8.8', '172.32.0.1'].map(isPublicAddress)).toEqual(
      Array(4).fill(true),
    )
    expect(['172.31.0.1', '64:ff9b::ac1f:1', '::', 'febf::1'].map(isPublicAddress)).toEqual(
      Array(4).fill(false),
    )
  })

  it('matches a wildcard only against a prefix', async () => {
    allow({ host: '*.push.example', port: null, isPublic: true })
    for (const host of ['push.example', 'evilpush.example', 'a.push.example.evil'])
      await expect(fetch(`https://${host}/`)).rejects.toThrow('fetch failed')
    expect(refused).toEqual(['push.example:443', 'evilpush.example:443', 'a.push.example.evil:443'])
  })
})
