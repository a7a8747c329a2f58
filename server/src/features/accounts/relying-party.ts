import type { Address } from '#http/cookies.ts'

/** Loaded with the first passkey: it weighs 27 MB of memory. */
export const webauthn = () => import('@simplewebauthn/server')

/** Ed25519, ES256 and RS256: what devices have. The library's own list begins with what Node calls experimental. */
export const keyTypes = [-8, -7, -257]

/** Whether an answer was given inside a page of another site; `clientData` is what the browser signed, base64url. */
export function isFromOtherSite(clientData: string): boolean {
  try {
    const said: unknown = JSON.parse(Buffer.from(clientData, 'base64url').toString())
    return typeof said === 'object' && said !== null && 'crossOrigin' in said && said.crossOrigin === true
  } catch {
    return true
  }
}

/** Where passkeys of this site are good: by its own address alone, whatever a request claims to be for. */
export function relyingParty({ url }: Address): { rpID: string; origin: string } {
  const { hostname, origin } = new URL(url)
  return { rpID: hostname, origin }
}
