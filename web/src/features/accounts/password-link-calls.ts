import type { api } from '@touchline/contract/api.ts'
import { written } from '#api/written.ts'

/** The calls of the pages for a forgotten password, which are to be light: their rules come after them. */
export const passwordLinkCalls: Pick<typeof api.accounts, 'forgotPassword' | 'resetPassword'> = {
  forgotPassword: written('POST', '/api/password-reset'),
  resetPassword: written('POST', '/api/password-reset/confirm'),
}
