import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { compile } from '@fastify/proxy-addr'

/** Where proxies say under which number they know a request, and where every answer says it. */
export const requestIdHeader = 'x-request-id'

const form = /^[\w-]{8,64}$/

/** Numbers requests: as the proxy does, where it is one we trust, else anew and short enough to be read out. */
export function requestIds(trustedProxies: string[]): (request: IncomingMessage) => string {
  const isTrusted = compile(trustedProxies)
  return ({ headers, socket }) => {
    const given = headers[requestIdHeader]
    const isOfProxy =
      trustedProxies.length > 0 && socket.remoteAddress !== undefined && isTrusted(socket.remoteAddress, 0)
    return isOfProxy && typeof given === 'string' && form.test(given) ? given : randomUUID().slice(-12)
  }
}
