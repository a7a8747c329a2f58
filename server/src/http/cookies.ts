import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The site's public URL, known once the server listens. */
export type Address = { url: string }

const isSecure = (address: Address) => address.url.startsWith('https:')

/** Cookies get the `__Host-` prefix on https sites. */
const nameOf = (address: Address, name: string) => (isSecure(address) ? `__Host-${name}` : name)

const attributes = (address: Address) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(address) }) as const

export const sessionCookie = 'touchline_session'
export const secondStepCookie = 'touchline_sign_in'
export const passkeyCookie = 'touchline_passkey'
/** Kept after signing out: it marks a browser that was here before. */
export const deviceCookie = 'touchline_device'
export const signupCookie = 'touchline_signup'

export function readCookie(request: FastifyRequest, address: Address, name: string): string | null {
  return request.cookies[nameOf(address, name)] ?? null
}

/** Sets HttpOnly, SameSite=Lax, Path=/, Secure over https. Without an age it lasts for the browser session. */
export function writeCookie(
  reply: FastifyReply,
  address: Address,
  name: string,
  value: string,
  maxAgeSeconds?: number,
) {
  void reply.setCookie(nameOf(address, name), value, {
    ...attributes(address),
    ...(maxAgeSeconds === undefined ? {} : { maxAge: maxAgeSeconds }),
  })
}

export function clearCookie(reply: FastifyReply, address: Address, name: string) {
  void reply.clearCookie(nameOf(address, name), attributes(address))
}
