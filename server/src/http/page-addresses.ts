import type { IncomingMessage } from 'node:http'

/** Addresses below which no page is, whatever follows: who asks there is a program. */
export const isForPrograms = (path: string) =>
  /^\/(api|media|ws|sandbox|_sandbox|healthz|readyz|metrics)(\/|$)/.test(path)

export const namesFile = (path: string) => /\.[a-z0-9]+$/i.test(path)

const isDecodable = (path: string) => {
  try {
    decodeURI(path)
    return true
  } catch {
    return false
  }
}

/**
 * The address a request is answered at. Where a person asks for a page at one that cannot be read, as with bytes that
 * are no UTF-8, it is one at which there is none: they get the page that says so.
 */
export function routingUrl({ method, url = '/' }: IncomingMessage): string {
  if (!url.includes('%') || (method !== 'GET' && method !== 'HEAD')) return url
  const path = url.split('?', 1)[0] ?? '/'
  return isDecodable(path) || isForPrograms(path) || namesFile(path) ? url : '/not-an-address'
}
