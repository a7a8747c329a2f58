import type { FastifyRequest } from 'fastify'
import { Refusal } from '#errors.ts'
import type { Address } from './cookies.ts'

const hostOf = (url: string) => {
  try {
    return new URL(url).host
  } catch {
    return null
  }
}

/** True when a browser says the request comes from one of our own pages. */
export function isOwnOrigin(origin: string, host: string | undefined, address: Address) {
  const from = hostOf(origin)
  return from !== null && (from === host || from === hostOf(address.url))
}

/** True when the browser says the request was started by another site. */
export function isFromAnotherSite(request: FastifyRequest, address: Address) {
  const { origin, host } = request.headers
  if (origin !== undefined) return !isOwnOrigin(origin, host, address)
  const fetchSite = request.headers['sec-fetch-site']
  return fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none'
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses a state-changing call that another site started; calls without browser headers pass. */
export function refuseOtherSites(request: FastifyRequest, address: Address) {
  if (safeMethods.has(request.method) || !isFromAnotherSite(request, address)) return
  throw new Refusal(403, 'cross_site', 'This request came from another site.')
}
