import type { FastifyRequest } from 'fastify'
import { readCookie, sessionCookie } from '#http/cookies.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { authenticator } from './authenticate.ts'

type ViewerOf = (request: FastifyRequest) => Promise<Viewer | null>

export function viewersOf(services: Pick<Services, 'db' | 'clock' | 'config' | 'address'>) {
  const authenticate = authenticator(services)
  const known = new WeakMap<FastifyRequest, Promise<Viewer | null>>()

  const recognize: ViewerOf = (request) => {
    const token = readCookie(request, services.address, sessionCookie)
    return token ? authenticate(token) : Promise.resolve(null)
  }
  const viewerOf: ViewerOf = (request) => {
    const already = known.get(request)
    if (already) return already
    const viewer = recognize(request)
    known.set(request, viewer)
    return viewer
  }
  const viewerAnew: ViewerOf = (request) => {
    known.delete(request)
    return viewerOf(request)
  }
  return { recognize, viewerOf, viewerAnew }
}
