import { formatMoment } from '#time/format-date.ts'
import { message, type Recipient } from '#mail/message.ts'
import type { Block } from './schema.ts'

const billing = [
  '',
  'You will not be charged for another month: your membership ends with the month you have paid for, and an unpaid one ends at once. Should the suspension end before then, you can keep your membership in your settings.',
]

/** Notifies a person of their suspension. `mayPay` adds that their membership ends. */
export const suspended = (
  reader: Recipient,
  { reason, until }: Pick<Block, 'reason' | 'until'>,
  { mayPay, supportEmail }: { mayPay: boolean; supportEmail: string | null },
) =>
  message(reader, 'Your account is suspended', [
    'Your account is suspended: until this ends, you can sign in but do nothing else.',
    ...(reason ? [`The reason: ${reason}`] : []),
    until ? `It ends automatically on ${formatMoment(until)}.` : 'No end date has been set.',
    ...(mayPay ? billing : []),
    '',
    `If you think this is a mistake, ${supportEmail ? `write to ${supportEmail}` : 'sign in and choose Contact Support'}: a person will read it.`,
  ])

/** Notifies a person that their suspension is over. */
export const suspensionEnded = (reader: Recipient, siteUrl: string) =>
  message(reader, 'Your account is open again', [
    'Your suspension is over. You can sign in as before. How your membership stands is in your settings:',
    `${siteUrl}/settings`,
  ])
