import { composeEmail, defineEmail, exampleReader, type Recipient } from '#mail/email.ts'
import { formatMoment } from '#time/format-date.ts'
import type { SilenceRow } from './schema.ts'

export const silenced = defineEmail(
  (reader: Recipient, { reason, until }: Pick<SilenceRow, 'reason' | 'until'>, siteUrl: string) =>
    composeEmail(reader, 'You cannot comment for a while', [
      `The moderators have decided that you cannot comment, or write a message with a tip, until ${formatMoment(until)}. It ends by itself. Everything else stays as it is.`,
      `The reason: ${reason}`,
      '',
      'All the rules of the club:',
      `${siteUrl}/rules`,
    ]),
  {
    silenced: [
      'A member may not comment for a while',
      (siteUrl) => [
        exampleReader,
        { reason: 'Insults under three posts', until: new Date('2027-03-15T09:00:00Z') },
        siteUrl,
      ],
    ],
  },
)

export const silenceLifted = defineEmail(
  (reader: Recipient) =>
    composeEmail(reader, 'You can comment again', [
      'The moderators have lifted the pause: you can comment again.',
    ]),
  { 'silence-lifted': ['A member may comment again early', () => [exampleReader]] },
)
