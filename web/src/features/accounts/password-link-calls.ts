import type { api } from '@touchline/contract/api.ts'
import { endpointPath } from '#api/endpoint-path.ts'

/** The calls of the password pages, without their schemas, to keep the pages small. */
export const passwordLinkCalls: Pick<typeof api.accounts, 'forgotPassword' | 'resetPassword'> = {
  forgotPassword: endpointPath('POST', '/api/password-reset'),
  resetPassword: endpointPath('POST', '/api/password-reset/confirm'),
}
