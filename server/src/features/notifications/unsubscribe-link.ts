import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Declinable, declinable } from '@touchline/contract/notifications.ts'
import { validate } from 'uuid'
import type { Services } from '#services.ts'

const signatureOf = (secret: string, personId: string, of: Declinable) =>
  createHmac('sha256', secret).update(`decline ${personId} ${of}`).digest('base64url')

/** The address in a letter that stops letters like it. It never ends, and does nothing else. */
export function declineUrl(
  { secret, address }: Pick<Services, 'secret' | 'address'>,
  personId: string,
  of: Declinable,
): string {
  const letter = `${personId}.${of}.${signatureOf(secret, personId, of)}`
  return `${address.url}/unsubscribe?letter=${encodeURIComponent(letter)}`
}

/** Whose letters of which kind a link is about; null for a link this site did not make. */
export function readDeclining(secret: string, letter: string): { personId: string; of: Declinable } | null {
  const [personId = '', named, signature = ''] = letter.split('.')
  const of = declinable.safeParse(named).data
  if (!of || !validate(personId)) return null
  const [given, wanted] = [Buffer.from(signature), Buffer.from(signatureOf(secret, personId, of))]
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? { personId, of } : null
}
