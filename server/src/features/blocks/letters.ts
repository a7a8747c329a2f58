import { site } from '@touchline/content/site.ts'
import { letter, type Reader } from '#mail/letter.ts'
import type { Block } from './schema.ts'

const inWords = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})

const billing = [
  '',
  'No new month of your membership is charged: it ends with the month you have paid for, and one that is not paid ends at once. Should the suspension end before, you can keep your membership in your settings.',
]

/** To somebody who is suspended from now on; `mayPay` says that their membership ends with it. */
export const suspended = (
  reader: Reader,
  { reason, until }: Pick<Block, 'reason' | 'until'>,
  { mayPay }: { mayPay: boolean },
) =>
  letter(reader, 'Your account is suspended', [
    'your account is suspended: until this ends you can sign in, and nothing else.',
    ...(reason ? [`The reason: ${reason}`] : []),
    until ? `It ends by itself on ${inWords.format(until)} UTC.` : 'It has no end that is set.',
    ...(mayPay ? billing : []),
    '',
    `If you think this is a mistake, write to ${site.supportEmail}: a person will read it.`,
  ])

/** To somebody whose account is theirs again. `siteUrl` is the front page. */
export const backAgain = (reader: Reader, siteUrl: string) =>
  letter(reader, 'Your account is open again', [
    'your suspension is over. You can sign in as before, and your membership is as you find it in your settings:',
    `${siteUrl}/settings`,
  ])
