import { v7 as uuid } from 'uuid'
import { withLock } from '#concurrency/keyed-mutex.ts'
import { invalid, Refusal, tooManyRequests } from '#errors.ts'
import { isAddressTaken } from '#features/people/create-person.ts'
import { hashPassword } from '#features/people/passwords.ts'
import {
  isOpen,
  openSignupsOf,
  signupByToken,
  signupLifeMs,
  whileOpen,
} from '#features/people/pending-signups.ts'
import { refuseWeakPassword } from '#features/people/refuse-weak-password.ts'
import { pendingSignups, type PendingSignup } from '#features/people/signup-schema.ts'
import { newToken, tokenHash } from '#features/people/tokens.ts'
import { type CameFrom, saveSignupSource } from '#features/sources/member-source.ts'
import { rulesOfReserved } from '#features/subscriptions/checkout/promo-codes.ts'
import { isSuspendedMailbox } from '#features/subscriptions/checkout/redemptions.ts'
import { moveReservation } from '#features/subscriptions/checkout/redemptions.ts'
import { networkOf } from '#http/network-of.ts'
import { limits } from '#limits/limits.ts'
import { databaseRates } from '#limits/rate.ts'
import type { Services } from '#services.ts'
import { completeSignup, type SignupServices } from './complete-signup.ts'
import { type PreparedPayment, preparePayment } from './prepare-payment.ts'
import { setSignupPassword } from './set-password.ts'

export type Applicant = {
  email: string
  firstName: string
  lastName: string
  phoneNumber?: string | undefined
  password?: string | undefined
  couponCode?: string | null | undefined
  setupIntentId?: string | null | undefined
  termsAccepted: true
}

type StartServices = SignupServices & Pick<Services, 'secret'>
type From = { remember?: (token: string) => void; ip?: string; cameFrom?: CameFrom }

const emailTakenSentence = 'An account with this email already exists. Please sign in.'
const emailTaken = () =>
  new Refusal(409, 'email_taken', emailTakenSentence, { fields: { email: emailTakenSentence } })

/** The same mailbox in another spelling belongs to a suspended account. */
const mailboxTakenSentence =
  'An account with this mailbox already exists. Please sign in with its address, or contact support.'
const mailboxTaken = () =>
  new Refusal(409, 'email_taken', mailboxTakenSentence, { fields: { email: mailboxTakenSentence } })

/** Throws if the signup could not be paid. A browser whose cookie `token` just finished its own signup may go on. */
export async function checkSignup(
  services: SignupServices,
  { email, password }: { email: string; password: string },
  token: string | null,
): Promise<void> {
  if (await isAddressTaken(services.db, { email, now: services.clock.now() })) {
    const own = token ? await signupByToken(services.db, token) : null
    if (own?.state !== 'completed' || own.email !== email) throw emailTaken()
  }
  if (await isSuspendedMailbox(services.db, email)) throw mailboxTaken()
  await refuseWeakPassword(services, password, 'password')
}

/**
 * `token` is the signup cookie: the same browser gets its unpaid subscription back, and `alreadyPaid` once it is
 * paid. `remember` receives a new token before the request to Stripe, so that a retry finds the same signup.
 * Limits apply per address and network (`ip`). Throws 409 for the address of a member.
 */
export async function startSignup(
  services: StartServices,
  applicant: Applicant,
  token: string | null,
  { remember = () => {}, ip, cameFrom }: From = {},
): Promise<PreparedPayment> {
  const { db, clock } = services
  refuseMissingPhone(services, applicant)
  // Checked before the signup is loaded: an account created in between then shows as finished, not as taken.
  const isTaken = await isAddressTaken(db, { email: applicant.email, now: clock.now() })
  const previous = token ? await signupByToken(db, token) : null
  const isSameAddress = previous?.email === applicant.email
  if (
    previous &&
    token &&
    previous.state === 'completed' &&
    isSameAddress &&
    previous.expiresAt > clock.now()
  ) {
    if (applicant.password) await setSignupPassword(services, previous, applicant.password)
    remember(token)
    return { clientSecret: null, subscriptionId: previous.subscriptionId ?? '', alreadyPaid: true }
  }
  if (isTaken) throw emailTaken()
  if (await isSuspendedMailbox(db, applicant.email)) throw mailboxTaken()
  await settleOthers(services, applicant.email, previous)
  if (applicant.password) await refuseWeakPassword(services, applicant.password, 'password')
  const passwordHash = applicant.password ? await hashPassword(applicant.password) : null
  const isMine = previous !== null && token !== null && isOpen(previous) && previous.expiresAt > clock.now()
  const saved = isMine
    ? { id: await updateSignup(services, previous, applicant, passwordHash), token }
    : await createSignup(services, applicant, passwordHash, ip)
  remember(saved.token)
  if (cameFrom) await saveSignupSource(services, saved.id, cameFrom)
  return withLock(`signup:${saved.id}`, () =>
    preparePayment(services, saved.id, applicant.couponCode ?? null, applicant.setupIntentId),
  )
}

/** Settles other signups of this address first: a person who paid in another browser must not pay again. */
async function settleOthers(services: SignupServices, email: string, mine: PendingSignup | null) {
  for (const other of await openSignupsOf(services.db, email)) {
    if (other.id === mine?.id) continue
    const { outcome } = await completeSignup(services, other.id)
    if (outcome === 'completed') throw emailTaken()
    if (outcome === 'processing')
      throw new Refusal(
        409,
        'payment_processing',
        'A payment for this email address is being verified. Please wait for our e-mail before you pay again.',
      )
  }
}

async function countStart(services: StartServices, email: string, ip: string) {
  const waitSeconds = await databaseRates(services).count(
    `signup ${networkOf(ip)} ${email}`,
    limits.signupOfAddress,
  )
  if (waitSeconds !== null) throw tooManyRequests('Too many tries with this address.', waitSeconds)
}

async function createSignup(
  services: StartServices,
  applicant: Applicant,
  passwordHash: string | null,
  ip: string | undefined,
) {
  if (ip !== undefined) await countStart(services, applicant.email, ip)
  const { db, clock } = services
  const now = clock.now()
  const id = uuid()
  const token = newToken()
  await db.insert(pendingSignups).values({
    id,
    tokenHash: tokenHash(token),
    ...fieldsOf(services, applicant),
    passwordHash,
    couponCode: applicant.couponCode ?? null,
    state: 'started',
    agreedAt: now,
    createdAt: now,
    updatedAt: now,
    expiresAt: new Date(now.getTime() + signupLifeMs),
  })
  return { id, token }
}

async function updateSignup(
  services: SignupServices,
  previous: PendingSignup,
  applicant: Applicant,
  passwordHash: string | null,
): Promise<string> {
  const { db, clock, payments } = services
  const { email } = applicant
  const now = clock.now()
  const isOtherAddress = previous.email !== email
  // Without a code from now on the reservation is released, and what it was for is ended.
  const reserved = isOtherAddress && applicant.couponCode ? previous.couponCode : null
  const rules = reserved && (await rulesOfReserved(services, reserved, previous.customerId))
  await db.transaction(async (tx) => {
    const changed = await tx
      .update(pendingSignups)
      .set({
        ...fieldsOf(services, applicant),
        ...(passwordHash ? { passwordHash } : {}),
        agreedAt: now,
        updatedAt: now,
        expiresAt: new Date(now.getTime() + signupLifeMs),
      })
      .where(whileOpen(previous.id))
      .returning({ signupId: pendingSignups.id })
    if (rules)
      for (const { signupId } of changed) await moveReservation(tx, services, { signupId, email, rules })
  })
  // Stripe sends receipts to its own copy of the address; the account uses ours in any case.
  if (previous.customerId && isOtherAddress)
    await payments.stripe.customers
      .update(previous.customerId, { email: applicant.email })
      .catch(() => undefined)
  return previous.id
}

function refuseMissingPhone({ site }: Pick<Services, 'site'>, { phoneNumber }: Applicant) {
  if (!site.settings.asksPhone || phoneNumber) return
  const sentence = 'Phone number is required'
  throw invalid(sentence, { phoneNumber: sentence })
}

const fieldsOf = (
  { site }: Pick<Services, 'site'>,
  { email, firstName, lastName, phoneNumber = '' }: Applicant,
) => ({ email, firstName, lastName, phoneNumber: site.settings.asksPhone ? phoneNumber : '' })
