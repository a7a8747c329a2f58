import { useSyncExternalStore } from 'react'
import { endPress, openPress } from '#api/open-press.ts'
import { authenticate } from './authenticate.ts'
import { checkTip, sendTip, toRefusal } from './requests.ts'
import { createTipDialog } from './tip-dialog.ts'

/** This page's one tip dialog: the top bar, the drawer and the home page open the same. */
export const tipDialog = createTipDialog({
  send: sendTip,
  check: checkTip,
  authenticate,
  toRefusal,
  openPress: (senderId) => openPress(`tip:${senderId}`),
  endPress: (senderId) => endPress(`tip:${senderId}`),
})

export const useTipState = () => useSyncExternalStore(tipDialog.onChange, tipDialog.state)
