import type { IncomingMessage } from 'node:http'

/** Whether a path is only used by programs, so that it never shows a page. */
export const isForPrograms = (path: string) =>
  /^\/(api|media|segments|ws|sandbox|_sandbox|healthz|readyz|metrics)(\/|$)/.test(path)

export const namesFile = (path: string) => /\.[a-z0-9]+$/i.test(path)

const isDecodable = (path: string) => {
  try {
    decodeURI(path)
    return true
  } catch {
    return false
  }
}

/** The address of a page that moved, or null. */
export const movedTo = (url: string): string | null =>
  /^\/desk(?![^/?])/.test(url) ? url.replace('/desk', '/drafts') : null

/** A page request with an undecodable URL gets the 404 page. */
export function routingUrl({ method, url = '/' }: IncomingMessage): string {
  if (!url.includes('%') || (method !== 'GET' && method !== 'HEAD')) return url
  const path = url.split('?', 1)[0] ?? '/'
  return isDecodable(path) || isForPrograms(path) || namesFile(path) ? url : '/not-an-address'
}
