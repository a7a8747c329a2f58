import { tooManyRequests } from '#errors.ts'
import { type Limit, limits } from '#limits/limits.ts'
import { networkOf } from '#http/network-of.ts'
import { databaseRates } from '#limits/rate.ts'
import type { Services } from '#services.ts'
import { isKnownDevice } from './known-devices.ts'
import { tokenHash } from '#features/people/tokens.ts'

const tooManyAttempts = (retryAfterSeconds: number) =>
  tooManyRequests('Too many attempts. You can also ask for a new password.', retryAfterSeconds)

type From = { email: string; ip: string; device: string | null }

type Counted = { all: string[]; ofAccount: string }

const keyOfAccount = (email: string) => `account ${email}`
const keyOfDevice = (device: string, email: string) => `device ${tokenHash(device)} ${email}`

/**
 * Counts before the account is looked up, whether it exists or not. A known browser is counted on its own,
 * so that an attacker cannot lock out the owner. Throws 429 above the limit.
 */
export async function countSignIn(
  services: Pick<Services, 'db' | 'clock' | 'secret'>,
  { email, ip, device }: From,
): Promise<Counted> {
  const count = async (key: string, limit: Limit) => {
    const waitSeconds = await databaseRates(services).count(key, limit)
    if (waitSeconds !== null) throw tooManyAttempts(waitSeconds)
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

/** Refunds successes, so that a whole club behind one address gets in. The network's failures stay counted. */
export async function clearSignIn(
  services: Pick<Services, 'db' | 'clock' | 'secret'>,
  { all, ofAccount }: Counted,
): Promise<void> {
  const rates = databaseRates(services)
  await rates.refund(all)
  await rates.reset(ofAccount)
}

/** Resets the failed sign-ins of an account, in total and in one browser. */
export async function resetSignInLimit(
  services: Pick<Services, 'db' | 'clock' | 'secret'>,
  { email, device }: Omit<From, 'ip'>,
): Promise<void> {
  const rates = databaseRates(services)
  await rates.reset(keyOfAccount(email))
  if (device !== null) await rates.reset(keyOfDevice(device, email))
}
