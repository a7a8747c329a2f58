import { v7 as uuid } from 'uuid'
import { openSession } from '#features/accounts/start-session.ts'
import { bookPayment } from '#features/ledger/book-payment.ts'
import { closeDueStatements } from '#features/payouts/close-statements.ts'
import { sessionCookie } from '#http/cookies.ts'
import type { Caller } from './caller.ts'
import type { Club } from './club.ts'

/** Earns the creator's share of a tip of `cents`, paid now and booked; returns its payment. */
export async function earnTip({ services, people }: Club, cents: number): Promise<string> {
  const intent = await services.payments.stripe.paymentIntents.create({
    amount: cents,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    confirm: true,
    return_url: 'https://club.example',
  })
  const payment = { paymentIntentId: intent.id, sourceId: uuid(), personId: people.member.id }
  await bookPayment(services, { ...payment, kind: 'tip' })
  return intent.id
}

/** Moves the clock, runs what is due and closes the months; returns their statements. */
export async function closeMonths({ services, clock }: Club, moment: string) {
  clock.set(new Date(moment))
  await services.payments.sandbox?.control.runDue()
  return closeDueStatements(services)
}

/** Signs in again: sessions do not survive skipped months. */
export async function signInAgain({ services }: Pick<Club, 'services'>, who: Caller): Promise<void> {
  const { token } = await openSession(services, who.id, 'a test')
  who.cookies.set(sessionCookie, token)
}
