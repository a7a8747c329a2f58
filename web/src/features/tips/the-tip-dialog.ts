import { useSyncExternalStore } from 'react'
import { makePressKey } from '#api/press-key.ts'
import { authenticate } from './authenticate.ts'
import { checkTip, sendTip, toRefusal } from './requests.ts'
import { createTipDialog } from './tip-dialog.ts'

/** This page's one tip dialog: the top bar, the drawer and the home page open the same. */
export const tipDialog = createTipDialog({
  send: sendTip,
  check: checkTip,
  authenticate,
  toRefusal,
  makeKey: makePressKey,
})

export const useTipState = () => useSyncExternalStore(tipDialog.onChange, tipDialog.state)
