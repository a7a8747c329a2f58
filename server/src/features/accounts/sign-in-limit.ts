import { tooManyRequests } from '#errors.ts'
import { type Limit, limits } from '#http/limits.ts'
import { networkOf } from '#http/network-of.ts'
import { countAttempt, resetAttempts, refundAttempts } from '#http/rate-limit-store.ts'
import type { Services } from '#services.ts'
import { isKnownDevice } from './known-devices.ts'
import { tokenHash } from '#features/people/tokens.ts'

const tooManyTries = (retryAfterSeconds: number) =>
  tooManyRequests('Too many attempts. You can also ask for a new password.', retryAfterSeconds)

type From = { email: string; ip: string; device: string | null }

/** What a password was counted under. */
type Counted = { all: string[]; ofAccount: string }

const keyOfAccount = (email: string) => `account ${email}`
const keyOfDevice = (device: string, email: string) => `device ${tokenHash(device)} ${email}`

/**
 * Counts a password that is about to be tried, before anything is known of the account: for its network, and for the
 * account, whether there is one or not. A browser the account was opened with before is counted for itself alone, so
 * that nobody can lock its owner out. Too many: 429. Returns the keys it was counted under.
 */
export async function countSignIn(
  services: Pick<Services, 'db' | 'clock' | 'secret'>,
  { email, ip, device }: From,
): Promise<Counted> {
  const count = async (key: string, limit: Limit) => {
    const waitSeconds = await countAttempt(services, key, limit)
    if (waitSeconds !== null) throw tooManyTries(waitSeconds)
  }
  if (device !== null && (await isKnownDevice(services, { email, device }))) {
    const ofDevice = keyOfDevice(device, email)
    await count(ofDevice, limits.loginOfAccount)
    return { all: [ofDevice], ofAccount: ofDevice }
  }
  const ofNetwork = `network ${networkOf(ip)}`
  const ofAccount = keyOfAccount(email)
  await count(ofNetwork, limits.login)
  await count(ofAccount, limits.loginOfAccount)
  return { all: [ofNetwork, ofAccount], ofAccount }
}

/**
 * A password that was right was no guess: it counts for nobody, so that a club behind one address gets in, and the
 * account begins anew. The wrong ones of its network stay counted.
 */
export async function clearSignIn(
  services: Pick<Services, 'db' | 'clock' | 'secret'>,
  { all, ofAccount }: Counted,
): Promise<void> {
  await refundAttempts(services, all)
  await resetAttempts(services, ofAccount)
}

/** Forgets the passwords that were tried for an account, all told and in one browser. */
export async function resetSignInLimit(
  services: Pick<Services, 'db' | 'clock' | 'secret'>,
  { email, device }: Omit<From, 'ip'>,
): Promise<void> {
  await resetAttempts(services, keyOfAccount(email))
  if (device !== null) await resetAttempts(services, keyOfDevice(device, email))
}
