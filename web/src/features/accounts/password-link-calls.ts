import type { api } from '@touchline/contract/api.ts'
import { endpointPath } from '#api/endpoint-path.ts'

/** The calls of the pages for a forgotten password, which are to be light: their rules come after them. */
export const passwordLinkCalls: Pick<typeof api.accounts, 'forgotPassword' | 'resetPassword'> = {
  forgotPassword: endpointPath('POST', '/api/password-reset'),
  resetPassword: endpointPath('POST', '/api/password-reset/confirm'),
}
