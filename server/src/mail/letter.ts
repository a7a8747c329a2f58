import type { Message } from './mail.ts'

/** Whom a letter is for: `firstName` is what it calls them, where it is known. */
export type Reader = { email: string; firstName: string | null }

/** A letter in plain text: a greeting, and its lines with one between paragraphs where they say so. */
export const letter = ({ email, firstName }: Reader, subject: string, lines: string[]): Message => ({
  to: email,
  subject,
  text: [`Hello${firstName ? ` ${firstName}` : ''},`, '', ...lines, ''].join('\n'),
})
