import { safeName } from '@touchline/contract/names.ts'
import type { NamedPerson } from './schema.ts'

/** The recipient of an email. `firstName` is used in the greeting, when known. */
export type Recipient = { email: string; firstName: string | null }

/** Leaves out the name: the address is unconfirmed, and the name is what a stranger typed. */
export const withoutName = ({ email }: Recipient): Recipient => ({ email, firstName: null })

/** How to unsubscribe: `url` does it, `about` names the subject, as in "new posts". */
export type UnsubscribeLink = { url: string; about: string }

/** Transactional emails have no `declineUrl`. `named` lists other people in the text. */
export type Email = {
  to: string
  subject: string
  text: string
  replyTo?: string
  declineUrl?: string
  named?: NamedPerson[]
  /** The account the email is about, when its address is a different one. */
  personId?: string
}

/** Separates an email's text from its signature, by convention. */
export const signatureMark = '-- '

/** The line above the lines "Name: value" of a receipt, which HTML shows as a table. The last is the total. */
export const receiptTitle = 'Your receipt'

const alwaysSentText = 'This email is about your account or one of your payments, so it is always sent.'

const unsubscribeLines = ({ url, about }: UnsubscribeLink) => [
  `You are getting this email because you asked to hear about ${about}. Your membership and your payments do not depend on it.`,
  `To stop these emails: ${url}`,
]

/** Empty lines separate paragraphs. A line that ends with a URL of this site becomes a button in HTML. */
export const composeEmail = (
  { email, firstName }: Recipient,
  subject: string,
  lines: string[],
  unsubscribe?: UnsubscribeLink,
): Email => ({
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

/** An example of an email for the admin page. `when` says in a few words what triggers it. */
export type EmailExample = {
  name: string
  when: string
  compose: (siteUrl: string, siteName?: string) => Email
}

export const exampleReader = { email: 'mina@club.example', firstName: 'Mina' }

/** Declares an email: the function that composes it, and its examples by name. */
export const defineEmail = <const Args extends [] | unknown[]>(
  compose: (...args: Args) => Email,
  examples: { [name: string]: [when: string, args: (siteUrl: string, siteName: string) => NoInfer<Args>] },
) =>
  Object.assign(compose, {
    examples: Object.entries(examples).map(([name, [when, args]]): EmailExample => ({
      name,
      when,
      compose: (siteUrl, siteName = 'Touchline') => compose(...args(siteUrl, siteName)),
    })),
  })
