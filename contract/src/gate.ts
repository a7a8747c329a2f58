import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { requiredText } from './text.ts'

/** The maximum length of the access code. */
export const maxAccessCodeLength = 200

export const unlock = endpoint({
  method: 'POST',
  path: '/api/unlock',
  access: 'public',
  evenSuspended: true,
  summary: 'Checks the access code of the gate.',
  body: z.object({ code: requiredText(maxAccessCodeLength, 'Enter the access code.') }),
  status: 204,
})
