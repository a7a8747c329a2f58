import { paths } from '#paths.ts'
import { recordPaymentUnderWay } from '#session/payment-under-way.ts'
import { toast } from '#ui/toast-store.ts'
import { takeReturnPath } from './take-return-path.ts'

const redirectMs = 1500

/**
 * Welcomes whoever has just signed in, and leads to where they were going, with a page that keeps nothing of before. It
 * takes the place of the login page: for them that is none any more, and the way back would lead to it.
 */
export function redirectAfterSignIn() {
  recordPaymentUnderWay(false)
  toast({ title: 'Welcome Back!', description: 'You are signed in. Walking you in...', kind: 'success' })
  setTimeout(() => window.location.replace(takeReturnPath() ?? paths.content), redirectMs)
}
