import { Secret, TOTP } from 'otpauth'
import { decrypt } from '#crypto/encrypt.ts'
import type { twoFactors } from '#features/people/schema.ts'

const periodMs = 30_000

/** A phone may be half a minute off in either direction. */
const window = 1

/** Returns null for a wrong, expired or used code. Phones use real time, so this does too, even in the simulator. */
export function matchingStep(
  { sealedSecret, lastStep }: Pick<typeof twoFactors.$inferSelect, 'sealedSecret' | 'lastStep'>,
  code: string,
  siteSecret: string,
): number | null {
  const base32 = decrypt(sealedSecret, siteSecret)
  if (base32 === null) return null
  const now = Date.now()
  const delta = new TOTP({ secret: Secret.fromBase32(base32) }).validate({
    token: code,
    timestamp: now,
    window,
  })
  if (delta === null) return null
  const step = Math.floor(now / periodMs) + delta
  return step > lastStep ? step : null
}
