import { createHmac, timingSafeEqual } from 'node:crypto'
import { type UnsubscribeScope, unsubscribeScope } from '@touchline/contract/notifications.ts'
import { validate } from 'uuid'
import type { Services } from '#services.ts'

const signatureOf = (secret: string, personId: string, of: UnsubscribeScope) =>
  createHmac('sha256', secret).update(`decline ${personId} ${of}`).digest('base64url')

/** Returns the unsubscribe link of an email. It never expires and allows nothing else. */
export function unsubscribeUrl(
  { secret, address }: Pick<Services, 'secret' | 'address'>,
  personId: string,
  of: UnsubscribeScope,
): string {
  const token = `${personId}.${of}.${signatureOf(secret, personId, of)}`
  return `${address.url}/unsubscribe?letter=${encodeURIComponent(token)}`
}

/** Returns the person and scope of a valid unsubscribe token, otherwise null. */
export function parseUnsubscribeToken(
  secret: string,
  token: string,
): { personId: string; of: UnsubscribeScope } | null {
  const [personId = '', named, signature = ''] = token.split('.')
  const of = unsubscribeScope.safeParse(named).data
  if (!of || !validate(personId)) return null
  const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(secret, personId, of))]
  return given.length === expected.length && timingSafeEqual(given, expected) ? { personId, of } : null
}
