import { createHmac, timingSafeEqual } from 'node:crypto'
import { validate } from 'uuid'
import type { Services } from '#services.ts'
const signatureOf = ({ secret }: Pick<Services, 'secret'>, caseId: string) =>
  createHmac('sha256', secret).update(`appeal of ${caseId}`).digest()

/**
 * Returns the token with which a person appeals without signing in, as a blocked person cannot. It is deterministic.
 */
export const appealToken = (secret: Pick<Services, 'secret'>, caseId: string) =>
  `${caseId}.${signatureOf(secret, caseId).toString('base64url')}`

/** Returns the case of a valid token, otherwise null. */
export function caseIdFromToken(secret: Pick<Services, 'secret'>, token: string): string | null {
  const [caseId = '', signature = ''] = token.split('.')
  const given = Buffer.from(signature, 'base64url')
  const expected = signatureOf(secret, caseId)
  return validate(caseId) && given.length === expected.length && timingSafeEqual(given, expected)
    ? caseId
    : null
}
