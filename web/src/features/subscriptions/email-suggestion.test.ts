import { expect, it } from 'vitest'
import { suggestEmail } from './email-suggestion.ts'

it.each([
  ['ana@gmial.com', 'ana@gmail.com'],
  ['ana@gmail.con', 'ana@gmail.com'],
  ['ana@gmail.co', 'ana@gmail.com'],
  ['ana@gmai.com', 'ana@gmail.com'],
  ['ana@gmaill.com', 'ana@gmail.com'],
  [' Ana@Hotnail.com ', 'ana@hotmail.com'],
  ['ana@outlok.com', 'ana@outlook.com'],
  ['ana@yaho.com', 'ana@yahoo.com'],
])('takes %s for a slip', (typed, meant) => expect(suggestEmail(typed)).toBe(meant))

it.each(['ana@gmail.com', 'ana@ymail.com', 'ana@club.example', 'ana@', 'gmial.com', 'a@b@gmial.com', ''])(
  'lets %j be',
  (typed) => expect(suggestEmail(typed)).toBeNull(),
)
