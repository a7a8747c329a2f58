import { formatMoment } from '#time/format-date.ts'
import { composeEmail, defineEmail, exampleReader, type Recipient } from '#mail/email.ts'
import type { Block } from './schema.ts'

const billing = [
  '',
  'You will not be charged for another month: your membership ends with the month you have paid for, and an unpaid one ends at once. Should the suspension end before then, you can keep your membership in your settings.',
]

/** Notifies a person of their suspension. `mayPay` adds that their membership ends. */
export const suspended = defineEmail(
  (
    reader: Recipient,
    { reason, until }: Pick<Block, 'reason' | 'until'>,
    { mayPay, supportEmail }: { mayPay: boolean; supportEmail: string | null },
  ) =>
    composeEmail(reader, 'Your account is suspended', [
      'Your account is suspended: until this ends, you can sign in but do nothing else.',
      ...(reason ? [`The reason: ${reason}`] : []),
      until ? `It ends automatically on ${formatMoment(until)}.` : 'No end date has been set.',
      ...(mayPay ? billing : []),
      '',
      `If you think this is a mistake, ${supportEmail ? `write to ${supportEmail}` : 'sign in and choose Contact Support'}: a person will read it.`,
    ]),
  {
    suspended: [
      'The account is blocked',
      () => [
        exampleReader,
        { reason: 'Spam or advertising', until: new Date('2027-03-15T09:00:00Z') },
        { mayPay: true, supportEmail: null },
      ],
    ],
  },
)

export const suspensionEnded = defineEmail(
  (reader: Recipient, siteUrl: string) =>
    composeEmail(reader, 'Your account is open again', [
      'Your suspension is over. You can sign in as before. How your membership stands is in your settings:',
      `${siteUrl}/settings`,
    ]),
  { 'back-again': ['The block is over', (siteUrl) => [exampleReader, siteUrl]] },
)
