import { safeName } from '@touchline/contract/names.ts'
import type { NamedPerson } from './schema.ts'

/** Whom a letter is for: `firstName` is what it calls them, where it is known. */
export type Recipient = { email: string; firstName: string | null }

/** How to be written to no more about something: `url` does it, `about` names it, as in "new posts". */
export type UnsubscribeLink = { url: string; about: string }

/** Stands between a letter and what is said beneath it, as mail programs know it. */
export const signatureMark = '-- '

const whyAlways = 'This email is about your account or one of your payments, so it is always sent.'

const howToDecline = ({ url, about }: UnsubscribeLink) => [
  `You are getting this email because you asked to hear about ${about}. Your membership and your payments do not depend on it.`,
  `To stop these emails: ${url}`,
]

/**
 * A letter: a greeting, and its lines with one between paragraphs where they say so. A line that ends with an address
 * of this site becomes a button where letters have buttons. Without `declining` it is one that is always sent.
 */
export const message = (
  { email, firstName }: Recipient,
  subject: string,
  lines: string[],
  declining?: UnsubscribeLink,
): Message => ({
  to: email,
  subject,
  text: [
    `Hello${firstName ? ` ${safeName(firstName)}` : ''},`,
    '',
    ...lines,
    '',
    signatureMark,
    ...(declining ? howToDecline(declining) : [whyAlways]),
    '',
  ].join('\n'),
  ...(declining ? { declineUrl: declining.url } : {}),
})

/**
 * `declineUrl` is the address that stops letters like this one; without it the letter is one that is always sent.
 * `named` are people other than the recipient whom the text names.
 */
export type Message = {
  to: string
  subject: string
  text: string
  replyTo?: string
  declineUrl?: string
  named?: NamedPerson[]
  /** Whose account it is about, where its address is not that account’s. */
  personId?: string
}
