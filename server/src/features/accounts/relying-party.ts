import type { Address } from '#http/cookies.ts'

/** Loaded with the first passkey, since it takes 27 MB of memory. */
export const webauthn = () => import('@simplewebauthn/server')

/** Ed25519, ES256 and RS256. The library's defaults start with an algorithm that is experimental in Node. */
export const keyTypes = [-8, -7, -257]

/** Whether a response was created inside a page of another site; `clientData` is what the browser signed, base64url. */
export function isFromOtherSite(clientData: string): boolean {
  try {
    const said: unknown = JSON.parse(Buffer.from(clientData, 'base64url').toString())
    return typeof said === 'object' && said !== null && 'crossOrigin' in said && said.crossOrigin === true
  } catch {
    return true
  }
}

/** The relying party of this site: its own address, whatever a request claims. */
export function relyingParty({ url }: Address): { rpID: string; origin: string } {
  const { hostname, origin } = new URL(url)
  return { rpID: hostname, origin }
}
