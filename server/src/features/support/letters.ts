import { site } from '@touchline/content/site.ts'
import { letter, type Reader } from '#mail/letter.ts'

const asQuote = (text: string) =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => `> ${line}`)
    .join('\n')

/** The answer to a message, which it quotes below. */
export const supportAnswer = (reader: Reader, answer: string, asked: { message: string; createdAt: Date }) =>
  letter(reader, `Your message to ${site.name}`, [
    answer,
    '',
    `You wrote on ${asked.createdAt.toISOString().slice(0, 10)}:`,
    asQuote(asked.message),
  ])
