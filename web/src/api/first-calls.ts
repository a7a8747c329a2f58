import type { api } from '@touchline/contract/api.ts'

/*
 * The calls of the first screens, written out. The contract's own objects would bring every schema and the
 * validator into the first download, where nothing is validated; a test holds these to the contract.
 */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the test beside compares them
const written = (method: string, path: string) => ({ method, path }) as never

type FirstCalls = {
  showSite: typeof api.site.show
  signedInUser: typeof api.accounts.signedInUser
  login: typeof api.accounts.login
  unlock: typeof api.gate.unlock
  logout: typeof api.accounts.logout
}

export const firstCalls: FirstCalls = {
  showSite: written('GET', '/api/site'),
  signedInUser: written('GET', '/api/auth/user'),
  login: written('POST', '/api/login'),
  unlock: written('POST', '/api/unlock'),
  logout: written('POST', '/api/logout'),
}
