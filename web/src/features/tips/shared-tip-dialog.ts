import { useSyncExternalStore } from 'react'
import { clearIdempotencyKey, getIdempotencyKey } from '#api/idempotency-key.ts'
import { checkTip, sendTip, toRefusal } from './requests.ts'
import { createTipDialog } from './tip-dialog.ts'
import * as api from '@touchline/contract/site.ts'
import { call } from '#api/call.ts'

/** Runs the bank's confirmation; resolves to an error message, or null on success. */
async function authenticate(clientSecret: string): Promise<string | null> {
  const [{ openProvider }, site] = await Promise.all([import('#payments/open-provider.ts'), call(api.show)])
  const { error } = await openProvider(site).handleNextAction(clientSecret)
  return error?.message ?? null
}

/** The single tip dialog of the page, opened from the top bar, the drawer and the home page. */
export const tipDialog = createTipDialog({
  send: sendTip,
  check: checkTip,
  authenticate,
  toRefusal,
  getIdempotencyKey: (senderId) => getIdempotencyKey(`tip:${senderId}`),
  clearIdempotencyKey: (senderId) => clearIdempotencyKey(`tip:${senderId}`),
})

export const useTipState = () => useSyncExternalStore(tipDialog.onChange, tipDialog.state)
