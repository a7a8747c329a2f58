import { api } from '@touchline/contract/api.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { clearCookie, passkeyCookie, readCookie, writeCookie } from '#http/cookies.ts'
import { limits } from '#limits/limits.ts'
import type { Route } from '#http/routes.ts'
import type { Services } from '#services.ts'
import { challengeLifeMs } from './passkey-challenges.ts'
import { addPasskey, beginRegistration, passkeysOf, removePasskey, renamePasskey } from './passkeys.ts'
import { startSession } from './start-session.ts'
import { beginPasskeyConfirm, beginPasskeySignIn, confirmByPasskey, personOfPasskey } from './use-passkey.ts'

export function passkeyRoutes(route: Route, services: Services): void {
  const { address } = services

  const ask = <Question>(reply: FastifyReply, { token, question }: { token: string; question: Question }) => {
    writeCookie(reply, address, passkeyCookie, token, challengeLifeMs / 1000)
    return question
  }
  const takeToken = (request: FastifyRequest, reply: FastifyReply) => {
    clearCookie(reply, address, passkeyCookie)
    return readCookie(request, address, passkeyCookie)
  }

  route(api.passkeys.beginSignIn, async ({ reply }) => ask(reply, await beginPasskeySignIn(services)), {
    limit: limits.passkeySignIn,
  })

  route(
    api.passkeys.signIn,
    async ({ body, request, reply }) => {
      const token = takeToken(request, reply)
      const personId = await personOfPasskey(services, { token, answer: body.passkey })
      const { user } = await startSession(services, personId, { request, reply })
      return { user }
    },
    { limit: limits.passkeySignIn },
  )

  route(
    api.passkeys.beginConfirm,
    async ({ viewer, reply }) => ask(reply, await beginPasskeyConfirm(services, viewer)),
    { limit: limits.passkeys },
  )

  route(
    api.passkeys.confirm,
    ({ viewer, body, request, reply }) =>
      confirmByPasskey(services, viewer, { token: takeToken(request, reply), answer: body.passkey }),
    { limit: limits.passkeys },
  )

  route(api.passkeys.list, ({ viewer }) => passkeysOf(services, viewer))

  route(
    api.passkeys.beginAdding,
    async ({ viewer, reply }) => ask(reply, await beginRegistration(services, viewer)),
    { limit: limits.passkeys },
  )

  route(
    api.passkeys.add,
    ({ viewer, body, request, reply }) => {
      const userAgent = request.headers['user-agent'] ?? null
      return addPasskey(services, viewer, {
        token: takeToken(request, reply),
        answer: body.passkey,
        userAgent,
      })
    },
    { limit: limits.passkeys },
  )

  route(
    api.passkeys.rename,
    ({ viewer, params, body }) => renamePasskey(services, viewer, { id: params.id, name: body.name }),
    { limit: limits.passkeys },
  )

  route(api.passkeys.remove, ({ viewer, params }) => removePasskey(services, viewer, params.id), {
    limit: limits.passkeys,
  })
}
