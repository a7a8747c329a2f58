import { createHash, timingSafeEqual } from 'node:crypto'
import { api } from '@touchline/contract/api.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#errors.ts'
import { enteredWith, openGate } from '#http/gate-cookie.ts'
import type { Route } from '#http/routes.ts'
import { limits } from '#limits/limits.ts'
import type { Site } from '#features/feature.ts'
import type { Services } from '#services.ts'
import { createGateCode, endGateCode, listGateCodes, enterWithCode } from './codes.ts'
import { changeGate, savedSettings } from './settings.ts'
import {
  confirmPlace,
  countWaitlist,
  inviteWave,
  joinWaitlist,
  leaveWaitlist,
  listWaitlist,
  removeWaiting,
} from './waitlist.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

const wrongCode = 'Incorrect password. Try again!'

export type CountEntry = (services: Services, site: Site) => (enteredWith: string) => void

export function routes(route: Route, services: Services, countEntry: (enteredWith: string) => void): void {
  const enter = (request: FastifyRequest, reply: FastifyReply, name = '') => {
    if (enteredWith(request, services) !== name) countEntry(name || 'configuration')
    openGate(reply, services, name)
  }
  const { config, db, site } = services
  const expected = config.accessCode === null ? null : digest(config.accessCode)

  // The code of the configuration is compared in constant time. Without a gate any code is accepted.
  route(
    api.gate.unlock,
    async ({ body, request, reply }) => {
      const isOfConfiguration = expected !== null && timingSafeEqual(digest(body.code), expected)
      if (isOfConfiguration || !site.settings.gateIsOn) return enter(request, reply)
      const used = await enterWithCode(services, body.code, enteredWith(request, services))
      if ('refused' in used) throw new Refusal(401, 'wrong_access_code', used.refused ?? wrongCode)
      return enter(request, reply, used.id)
    },
    { limit: limits.unlock },
  )

  route(api.admissions.show, async () => ({
    isOn: site.settings.gateIsOn,
    ...(await settings()),
    codes: await listGateCodes(services),
    ...(await countWaitlist(db)),
  }))
  const settings = async () => {
    const { opensAt, hasWaitlist } = await savedSettings(db)
    return { opensAt: opensAt?.toISOString() ?? null, hasWaitlist }
  }

  route(api.admissions.change, ({ viewer, body }) => changeGate(services, viewer.id, body))

  route(api.admissions.createCode, ({ viewer, body }) => createGateCode(services, viewer, body))

  route(api.admissions.endCode, ({ viewer, params }) => endGateCode(services, viewer, params.id))

  route(api.admissions.waitlist, ({ query }) => listWaitlist(db, query.after))

  route(api.admissions.inviteWave, async ({ viewer, body }) => ({
    invited: await inviteWave(services, viewer.id, body.count),
  }))

  route(api.admissions.removeWaiting, ({ params }) => removeWaiting(db, params.id))

  route(
    api.admissions.joinWaitlist,
    async ({ body }) => {
      await joinWaitlist(services, body.email)
      return { message: `If the waitlist is open, a link is on its way to ${body.email}.` }
    },
    { limit: limits.contact },
  )

  route(
    api.admissions.confirmPlace,
    async ({ body, request, reply }) => {
      const place = await confirmPlace(services, body.token)
      if (place.position === null) enter(request, reply, 'waitlist')
      return place
    },
    { limit: limits.setup },
  )

  route(api.admissions.leaveWaitlist, ({ body }) => leaveWaitlist(services, body.token), {
    limit: limits.setup,
  })
}
