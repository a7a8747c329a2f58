import type { api } from '@touchline/contract/api.ts'
import { written } from './written.ts'

type FirstCalls = {
  showSite: typeof api.site.show
  signedInUser: typeof api.accounts.signedInUser
  login: typeof api.accounts.login
  unlock: typeof api.gate.unlock
  logout: typeof api.accounts.logout
}

/** The calls of the first screens, written out: nothing is validated in the first download. */
export const firstCalls: FirstCalls = {
  showSite: written('GET', '/api/site'),
  signedInUser: written('GET', '/api/auth/user'),
  login: written('POST', '/api/login'),
  unlock: written('POST', '/api/unlock'),
  logout: written('POST', '/api/logout'),
}
