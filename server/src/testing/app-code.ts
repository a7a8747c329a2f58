import { Secret, TOTP } from 'otpauth'

const periodMs = 30_000

/** The code of an authenticator app for this base 32 secret, `periods` of half a minute from now. */
export const appCode = (secret: string, periods = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + periods * periodMs })
