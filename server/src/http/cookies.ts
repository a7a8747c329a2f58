import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The site's own address as people see it; known once the server listens. */
export type Address = { url: string }

const isSecure = (address: Address) => address.url.startsWith('https:')

/** Cookies carry the `__Host-` prefix wherever the site is served over https. */
const nameOf = (address: Address, name: string) => (isSecure(address) ? `__Host-${name}` : name)

const attributes = (address: Address) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(address) }) as const

export const sessionCookie = 'touchline_session'
/** Between the two steps of signing in. */
export const secondStepCookie = 'touchline_sign_in'
/** Between a question to a passkey and its answer. */
export const passkeyCookie = 'touchline_passkey'
/** Kept when one signs out: it says that this browser was here before. */
export const deviceCookie = 'touchline_device'
export const signupCookie = 'touchline_signup'

/** The value of one of our cookies, or null. */
export function readCookie(request: FastifyRequest, address: Address, name: string): string | null {
  return request.cookies[nameOf(address, name)] ?? null
}

/** Sets one of our cookies: HttpOnly, SameSite=Lax, whole site, Secure over https. */
export function writeCookie(
  reply: FastifyReply,
  address: Address,
  name: string,
  value: string,
  maxAgeSeconds: number,
) {
  void reply.setCookie(nameOf(address, name), value, { ...attributes(address), maxAge: maxAgeSeconds })
}

/** Has the browser forget one of our cookies. */
export function clearCookie(reply: FastifyReply, address: Address, name: string) {
  void reply.clearCookie(nameOf(address, name), attributes(address))
}
