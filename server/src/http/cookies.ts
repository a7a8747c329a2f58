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
/** Set between the two steps of signing in. */
export const secondStepCookie = 'touchline_sign_in'
/** Set between a passkey challenge and its response. */
export const passkeyCookie = 'touchline_passkey'
/** Kept after signing out: it marks a browser that was here before. */
export const deviceCookie = 'touchline_device'
export const signupCookie = 'touchline_signup'

/** Returns the value of one of our cookies, or null. */
export function readCookie(request: FastifyRequest, address: Address, name: string): string | null {
  return request.cookies[nameOf(address, name)] ?? null
}

/**
 * Sets one of our cookies: HttpOnly, SameSite=Lax, Path=/, and Secure over https. Without an age it lasts for the browser
 * session.
 */
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

/** Deletes one of our cookies. */
export function clearCookie(reply: FastifyReply, address: Address, name: string) {
  void reply.clearCookie(nameOf(address, name), attributes(address))
}
