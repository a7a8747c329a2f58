import { paths } from '#paths.ts'
import { recordPaymentUnderWay } from '#payments/payment-under-way.ts'
import { toast } from '#ui/toast-store.ts'
import { takeReturnPath } from '#session/take-return-path.ts'

const redirectMs = 1500

/** Loads the wanted page afresh in place of the login page, so that the back button does not return there. */
export function redirectAfterSignIn() {
  recordPaymentUnderWay(false)
  toast({ title: 'Welcome Back!', description: 'You are signed in. Walking you in...', kind: 'success' })
  setTimeout(() => window.location.replace(takeReturnPath() ?? paths.content), redirectMs)
}
