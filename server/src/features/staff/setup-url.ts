import type { Address } from '#http/cookies.ts'

/** Returns the setup link. The token is in the fragment, which browsers do not send to servers. */
export const setupUrl = ({ url }: Address, token: string) => `${url}/setup#${token}`
