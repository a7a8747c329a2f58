import { createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#config/config.ts'
import { type Address, readCookie, writeCookie } from './cookies.ts'

type Deps = { config: Pick<Config, 'accessCode'>; secret: string; address: Address }

const gateCookie = 'touchline_gate'

/** Changes with the access code, so that a new code closes the gate for everyone. */
const proofOf = ({ config, secret }: Deps, code: string) =>
  createHmac('sha256', secret)
    .update(`gate ${config.accessCode}${code && ` ${code}`}`)
    .digest('base64url')

/** Remembers for the browser session that this browser has passed the gate. `code` names another code. */
export const openGate = (reply: FastifyReply, deps: Deps, code = '') =>
  writeCookie(reply, deps.address, gateCookie, `${code && `${code}.`}${proofOf(deps, code)}`)

/** What this browser has entered with: empty for the code of the configuration, null before it has entered. */
export function enteredWith(request: FastifyRequest, deps: Deps): string | null {
  const parts = readCookie(request, deps.address, gateCookie)?.split('.') ?? []
  const [first = ''] = parts
  const name = parts.length === 2 ? first : ''
  return parts.length > 0 && parts.at(-1) === proofOf(deps, name) ? name : null
}

export const isOutside = (request: FastifyRequest, deps: Deps) => enteredWith(request, deps) === null
