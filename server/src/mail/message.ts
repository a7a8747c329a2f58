import { safeName } from '@touchline/contract/names.ts'
import type { NamedPerson } from './schema.ts'

/** The recipient of an email. `firstName` is used in the greeting, when known. */
export type Recipient = { email: string; firstName: string | null }

/** How to unsubscribe: `url` does it, `about` names the subject, as in "new posts". */
export type UnsubscribeLink = { url: string; about: string }

/** Separates an email's text from its signature, by convention. */
export const signatureMark = '-- '

const alwaysSentText = 'This email is about your account or one of your payments, so it is always sent.'

const unsubscribeLines = ({ url, about }: UnsubscribeLink) => [
  `You are getting this email because you asked to hear about ${about}. Your membership and your payments do not depend on it.`,
  `To stop these emails: ${url}`,
]

/**
 * Composes an email from a greeting and lines; empty lines separate paragraphs. A line that ends with a URL
 * of this site becomes a button in HTML. Without an unsubscribe link the email is transactional and says so.
 */
export const message = (
  { email, firstName }: Recipient,
  subject: string,
  lines: string[],
  unsubscribe?: UnsubscribeLink,
): Message => ({
  to: email,
  subject,
  text: [
    `Hello${firstName ? ` ${safeName(firstName)}` : ''},`,
    '',
    ...lines,
    '',
    signatureMark,
    ...(unsubscribe ? unsubscribeLines(unsubscribe) : [alwaysSentText]),
    '',
  ].join('\n'),
  ...(unsubscribe ? { declineUrl: unsubscribe.url } : {}),
})

/**
 * `declineUrl` is the unsubscribe URL; transactional emails have none. `named` lists people other than the
 * recipient whom the text names.
 */
export type Message = {
  to: string
  subject: string
  text: string
  replyTo?: string
  declineUrl?: string
  named?: NamedPerson[]
  /** The account the email is about, when its address is a different one. */
  personId?: string
}
