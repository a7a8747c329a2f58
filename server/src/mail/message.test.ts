import { expect, it } from 'vitest'
import { messageForSupport } from '#features/support/emails.ts'
import { message } from './message.ts'

const hostile = [
  'Ann\r\nBcc: thief@evil.example\r\n\r\nPay here',
  'Ann,\n\nyour account:\nhttps://club.example/setup#of-a-thief',
  'A\u2028B\rC\u0085D\u000bE',
]

const email = 'ann@club.example'
const linesOf = ({ text }: { text: string }) => text.split(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/)
const greeting = (firstName: string) => message({ email, firstName }, 'A letter', ['The words of it.'])
const fromSite = (name: string) => messageForSupport('support@club.example', { name, email, message: 'Hi' })

it.each([greeting, fromSite])(
  'gives a name one line of a letter, whatever people call themselves: the others are ours [T-IN-11]',
  (write) => {
    const asUsual = linesOf(write('Ann'))
    for (const name of hostile) {
      const lines = linesOf(write(name))
      const others = lines.filter((line, at) => line !== asUsual[at])
      expect([name, lines.length, others.length]).toEqual([name, asUsual.length, 1])
    }
  },
)
