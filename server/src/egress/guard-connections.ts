import { Socket as UdpSocket } from 'node:dgram'
import dns, { type LookupAddress } from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { isIP, Socket } from 'node:net'
import { type Destination, destinationsAt, plainHost, reaches } from './destination.ts'
import { isPublicAddress } from './public-address.ts'

/** The error of a refused connection or lookup. */
export class EgressRefused extends Error {
  readonly code = 'EGRESS_REFUSED'
  constructor(target: string) {
    super(`This process may not connect to ${target}.`)
    this.name = 'EgressRefused'
  }
}

type Policy = { allowed: readonly Destination[]; onRefused: (target: string) => void }
type Callback = (error: Error | null, ...results: unknown[]) => void
type Lookup = (host: string, options: object, callback: Callback) => void
type Options = { host?: string; port?: number | string; path?: string | undefined; lookup?: Lookup }

let policy: Policy = { allowed: [], onRefused() {} }
let isInstalled = false

/** Destinations that are allowed for the time of one request. */
const lent: Destination[] = []

/** Lets this process connect to `host` at a public address, by TLS, while `send` runs. */
export async function withPublicDestination<Result>(
  host: string,
  send: () => Promise<Result>,
): Promise<Result> {
  const destination = { host: plainHost(host), port: 443, isPublic: true }
  lent.push(destination)
  try {
    return await send()
  } finally {
    lent.splice(lent.indexOf(destination), 1)
  }
}

/** The names that resolved to each address: some libraries resolve a name and then connect to the address. */
const namesOf = new Map<string, Set<string>>()

function refuse(target: string): EgressRefused {
  policy.onRefused(target)
  return new EgressRefused(target)
}

function recordAddresses(name: string, results: unknown) {
  const addresses: unknown[] = Array.isArray(results) ? results : [results]
  for (const one of addresses) {
    const address = typeof one === 'object' && one !== null && 'address' in one ? one.address : one
    if (typeof address !== 'string' || isIP(address) === 0) continue
    namesOf.set(address, (namesOf.get(address) ?? new Set()).add(plainHost(name)))
  }
}

const isDatabaseSocket = (path: string) => /(?:^|\/)\.s\.PGSQL\.\d+$/.test(path)

/** The destinations that a connection to `host` may belong to. */
const candidates = (host: string) => {
  const allowed = [...policy.allowed, ...lent]
  return [
    ...destinationsAt(allowed, host),
    ...[...(namesOf.get(host) ?? [])].flatMap((name) => destinationsAt(allowed, name)),
  ]
}

/** A lookup that drops private addresses, and fails when none is left. */
const publicOnly =
  (lookup: Lookup): Lookup =>
  (host, options, callback) =>
    lookup(host, options, (error, found, family) => {
      if (error) return callback(error)
      if (typeof found === 'string')
        return isPublicAddress(found)
          ? callback(null, found, family)
          : callback(refuse(`${host} at ${found}`))
      // `dns.lookup` with `all: true` returns a list.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const addresses = found as LookupAddress[]
      const rest = addresses.filter(({ address }) => isPublicAddress(address))
      return rest.length > 0
        ? callback(null, rest)
        : callback(refuse(`${host} at ${addresses.map(({ address }) => address).join(', ')}`))
    })

/** `connect` takes options, port and host, a path, or the array that `net.connect` makes of them. */
function connectOptions(args: unknown[]): { options: Options; rest: unknown[] } {
  const [first, ...rest] = args
  if (Array.isArray(first)) return { options: first[0], rest }
  if (typeof first === 'object' && first !== null) return { options: first, rest }
  if (typeof first === 'string' && !/^\d+$/.test(first)) return { options: { path: first }, rest }
  const [host, ...others] = rest
  return typeof host === 'string'
    ? { options: { port: Number(first), host }, rest: others }
    : { options: { port: Number(first) }, rest }
}

/** Makes a connection fail as if its name could not be resolved. */
const unreachable = (target: string): Options => {
  const refusal = refuse(target)
  const lookup: Lookup = (_host, _options, callback) => process.nextTick(callback, refusal)
  return { path: undefined, host: 'refused.invalid', lookup }
}

function judge({ path, host: given, port, lookup = dns.lookup }: Options): Options {
  if (path) return isDatabaseSocket(path) ? {} : unreachable(path)
  const host = plainHost(given ?? 'localhost')
  // Another port of the same name may be a private one: the database beside a public receiver.
  const destinations = candidates(host).filter((one) => one.port === null || one.port === Number(port))
  if (!reaches(destinations, Number(port), host)) return unreachable(`${host}:${port}`)
  if (isIP(host) !== 0 || destinations.some(({ isPublic }) => !isPublic)) return {}
  return { lookup: publicOnly(lookup) }
}

function guardSockets() {
  const connect: Function = Reflect.get(Socket.prototype, 'connect')
  const guarded = function (this: Socket, ...args: unknown[]): Socket {
    const { options, rest } = connectOptions(args)
    const judged = { ...options, port: options.port ?? 0, ...judge(options) }
    if (!Array.isArray(args[0])) return Reflect.apply(connect, this, [judged, ...rest])
    args[0][0] = judged
    return Reflect.apply(connect, this, args)
  }
  Object.assign(Socket.prototype, { connect: guarded })
}

const refuseDatagram = () => {
  throw refuse('anything by UDP')
}

/** Wraps a DNS function, with a callback or a promise as its result. */
const guardedQuery = (query: Function, isReverse: boolean) =>
  function (this: unknown, ...args: unknown[]): unknown {
    const [name] = args
    const callback = args.at(-1)
    const host = String(name)
    // An address resolves to itself, unless its owner's server is asked for the name of it.
    const isAsked = isReverse || isIP(plainHost(host)) === 0
    if (isAsked && candidates(plainHost(host)).length === 0) {
      const refusal = refuse(`the name ${host}`)
      if (typeof callback !== 'function') return Promise.reject(refusal)
      process.nextTick(callback, refusal)
      return {}
    }
    if (typeof callback === 'function') {
      args[args.length - 1] = (error: unknown, results: unknown, ...more: unknown[]) => {
        if (!error) recordAddresses(host, results)
        callback(error, results, ...more)
      }
      return Reflect.apply(query, this, args)
    }
    const result: unknown = Reflect.apply(query, this, args)
    if (result instanceof Promise)
      void result.then((results) => recordAddresses(host, results)).catch(() => {})
    return result
  }

function guardLookups() {
  const asking: object[] = [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype]
  for (const target of asking)
    for (const name of Object.getOwnPropertyNames(target)) {
      const query: unknown = Reflect.get(target, name)
      if (/^(lookup|resolve|reverse)/.test(name) && typeof query === 'function')
        Reflect.set(target, name, guardedQuery(query, /^(lookupService|reverse)$/.test(name)))
    }
}

/**
 * Restricts this process to `allowed`: every TCP and TLS connection in Node goes through `Socket.prototype.connect`.
 * A refused one fails like an unreachable host. A later call replaces the destinations.
 */
export function guardConnections(allowed: readonly Destination[], onRefused: (target: string) => void): void {
  policy = { allowed: allowed.map((one) => ({ ...one, host: plainHost(one.host) })), onRefused }
  if (isInstalled) return
  isInstalled = true
  guardSockets()
  // DNS uses UDP without a Node socket, and nothing else here uses UDP.
  Object.assign(UdpSocket.prototype, { connect: refuseDatagram, send: refuseDatagram })
  guardLookups()
  syncBuiltinESMExports()
}
