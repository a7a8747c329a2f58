import { isIPv6 } from 'node:net'
import { Refusal } from '#errors.ts'
import { limits } from '#http/limits.ts'
import type { Services } from '#services.ts'
import { isKnownDevice } from './known-devices.ts'
import { tokenHash } from './session-token.ts'
import { countTry, forgetTries } from './tries.ts'

const tooManyTries = (retryAfterSeconds: number) =>
  new Refusal(429, 'too_many_requests', 'Too many tries. Please wait a while, or ask for a new password.', {
    retryAfterSeconds,
  })

/** What one customer of a provider has to themselves: an IPv4 address, or the first 64 bits of an IPv6 one. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(ip)?.[1]
  if (mapped) return mapped
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = new URL(`http://[${ip.split('%')[0]}]`).hostname.slice(1, -1).split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail?.split(':').filter(Boolean) ?? []
  const between = Array<string>(8 - before.length - after.length).fill('0')
  return [...before, ...between, ...after].slice(0, 4).join(':')
}

type From = { email: string; ip: string; device: string | null }

const keyOfAccount = (email: string) => `account ${email}`
const keyOfDevice = (device: string, email: string) => `device ${tokenHash(device)} ${email}`

/**
 * Counts a password that is about to be tried, before anything is known of the account: for its network, and for the
 * account, whether there is one or not. A browser the account was opened with before is counted for itself alone, so
 * that nobody can lock its owner out. Too many: 429. Returns the keys it was counted under.
 */
export async function beginTry(
  services: Pick<Services, 'db' | 'clock' | 'secret'>,
  { email, ip, device }: From,
): Promise<{ all: string[]; ofAccount: string }> {
  const count = async (key: string, limit: (typeof limits)['login']) => {
    const waitSeconds = await countTry(services, key, limit)
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

/** Forgets the passwords that were tried for an account, all told and in one browser. */
export async function endSlowDown(
  services: Pick<Services, 'db' | 'clock' | 'secret'>,
  { email, device }: Omit<From, 'ip'>,
): Promise<void> {
  await forgetTries(services, keyOfAccount(email))
  if (device !== null) await forgetTries(services, keyOfDevice(device, email))
}
