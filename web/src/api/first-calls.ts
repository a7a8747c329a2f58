import type { api } from '@touchline/contract/api.ts'
import { endpointPath } from './endpoint-path.ts'

type FirstCalls = {
  showSite: typeof api.site.show
  siteTexts: typeof api.site.texts
  signedInUser: typeof api.accounts.signedInUser
  login: typeof api.accounts.login
  unlock: typeof api.gate.unlock
  logout: typeof api.accounts.logout
}

/** The endpoints of the first screens, written out to keep the validator out of the first download. */
export const firstCalls: FirstCalls = {
  showSite: endpointPath('GET', '/api/site'),
  siteTexts: endpointPath('GET', '/api/site/texts'),
  signedInUser: endpointPath('GET', '/api/auth/user'),
  login: endpointPath('POST', '/api/login'),
  unlock: endpointPath('POST', '/api/unlock'),
  logout: endpointPath('POST', '/api/logout'),
}
