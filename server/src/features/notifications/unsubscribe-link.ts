import { createHmac, timingSafeEqual } from 'node:crypto'
import { type UnsubscribeScope, unsubscribeScope } from '@touchline/contract/notifications.ts'
import { validate } from 'uuid'
import type { Services } from '#services.ts'

const signatureOf = (secret: string, personId: string, of: UnsubscribeScope) =>
  createHmac('sha256', secret).update(`decline ${personId} ${of}`).digest('base64url')

/** The address in a letter that stops letters like it. It never ends, and does nothing else. */
export function unsubscribeUrl(
  { secret, address }: Pick<Services, 'secret' | 'address'>,
  personId: string,
  of: UnsubscribeScope,
): string {
  const letter = `${personId}.${of}.${signatureOf(secret, personId, of)}`
  return `${address.url}/unsubscribe?letter=${encodeURIComponent(letter)}`
}

/** Whose letters of which kind a link is about; null for a link this site did not make. */
export function parseUnsubscribeToken(
  secret: string,
  letter: string,
): { personId: string; of: UnsubscribeScope } | null {
  const [personId = '', named, signature = ''] = letter.split('.')
  const of = unsubscribeScope.safeParse(named).data
  if (!of || !validate(personId)) return null
  const [given, wanted] = [Buffer.from(signature), Buffer.from(signatureOf(secret, personId, of))]
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? { personId, of } : null
}
