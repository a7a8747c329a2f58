import { createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#config/config.ts'
import { type Address, readCookie, writeCookie } from './cookies.ts'

type Deps = { config: Pick<Config, 'accessCode'>; secret: string; address: Address }

const gateCookie = 'touchline_gate'

/** Changes with the access code, so that a new code closes the gate for everyone. */
const proofOf = ({ config, secret }: Deps) =>
  createHmac('sha256', secret).update(`gate ${config.accessCode}`).digest('base64url')

/** Remembers for the browser session that this browser has passed the gate. */
export const openGate = (reply: FastifyReply, deps: Deps) =>
  writeCookie(reply, deps.address, gateCookie, proofOf(deps))

export const isGateClosed = (request: FastifyRequest, deps: Deps) =>
  deps.config.accessCode !== null && readCookie(request, deps.address, gateCookie) !== proofOf(deps)
