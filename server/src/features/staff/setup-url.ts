import type { Address } from '#http/cookies.ts'

/** Where a link to become staff leads. The token is in the part of the address that no server sees. */
export const setupUrl = ({ url }: Address, token: string) => `${url}/setup#${token}`
