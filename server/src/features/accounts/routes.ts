import { api } from '@touchline/contract/api.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { unauthorized } from '#errors.ts'
import { clearCookie, readCookie, sessionCookie } from '#http/cookies.ts'
import { limits } from '#http/limits.ts'
import type { Route } from '#http/routes.ts'
import { isFromAnotherSite } from '#http/same-site.ts'
import type { Services } from '#services.ts'
import { endSessionByToken } from './end-session.ts'
import { personSigningIn } from './sign-in.ts'
import { startSession } from './start-session.ts'
import { toUser } from './to-user.ts'

export function accountRoutes(route: Route, services: Services): void {
  const { address } = services

  const signOut = async (request: FastifyRequest, reply: FastifyReply) => {
    const token = readCookie(request, address, sessionCookie)
    if (token) await endSessionByToken(services, token)
    clearCookie(reply, address, sessionCookie)
    void reply.header('clear-site-data', '"cache"')
  }

  route(api.accounts.signedInUser, ({ viewer }) => {
    if (!viewer) throw unauthorized()
    return toUser(viewer)
  })

  route(
    api.accounts.login,
    async ({ body, request, reply }) => {
      const person = await personSigningIn(services, body)
      return { user: await startSession(services, person.id, { request, reply }) }
    },
    { limit: limits.login },
  )

  route(api.accounts.loginPage, ({ reply }) => reply.redirect('/login', 302))

  route(api.accounts.logout, async ({ request, reply }) => {
    await signOut(request, reply)
    return { message: 'You are signed out.' }
  })

  route(api.accounts.logoutLink, async ({ request, reply }) => {
    if (!isFromAnotherSite(request, address)) await signOut(request, reply)
    return reply.redirect('/', 302)
  })
}
