import { expect, it } from 'vitest'
import { messageForSupport } from '#features/support/emails.ts'
import { composeEmail } from './email.ts'

const hostile = [
  'Ann\r\nBcc: thief@evil.example\r\n\r\nPay here',
  'Ann,\n\nyour account:\nhttps://club.example/setup#of-a-thief',
  'A\u2028B\rC\u0085D\u000bE',
]

const email = 'ann@club.example'
const linesOf = ({ text }: { text: string }) => text.split(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/)
const greeting = (firstName: string) => composeEmail({ email, firstName }, 'News', ['There is news.'])
const fromSite = (name: string) =>
  messageForSupport('support@club.example', { name, email, message: 'Hi' }, 'Touchline')

it.each([greeting, fromSite])('keeps a hostile name on one line of the email [T-IN-11]', (compose) => {
  const usual = linesOf(compose('Ann'))
  for (const name of hostile) {
    const lines = linesOf(compose(name))
    const others = lines.filter((line, at) => line !== usual[at])
    expect([name, lines.length, others.length]).toEqual([name, usual.length, 1])
  }
})
