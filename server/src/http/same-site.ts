import type { FastifyRequest } from 'fastify'
import { Refusal } from '#errors.ts'
import type { Address } from './cookies.ts'

/** False on an https site for a page loaded without TLS: anyone on the network path could have written it. */
export function isOwnOrigin(origin: string, host: string | undefined, { url }: Address) {
  const from = URL.parse(origin)
  const site = new URL(url)
  if (!from || (site.protocol === 'https:' && from.protocol !== 'https:')) return false
  return from.host === host || from.host === site.host
}

/** Whether the browser reports that another site started the request. */
export function isFromAnotherSite(request: FastifyRequest, address: Address) {
  const { origin, host } = request.headers
  if (origin !== undefined) return !isOwnOrigin(origin, host, address)
  const fetchSite = request.headers['sec-fetch-site']
  return fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none'
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses requests started by another site. Requests without browser headers pass. */
export function refuseOtherSites(request: FastifyRequest, address: Address) {
  if (isFromAnotherSite(request, address))
    throw new Refusal(403, 'cross_site', 'This request came from another site.')
}

/** Like `refuseOtherSites`, for methods that change something. */
export function refuseChangesByOtherSites(request: FastifyRequest, address: Address) {
  if (!safeMethods.has(request.method)) refuseOtherSites(request, address)
}
