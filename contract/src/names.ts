import * as z from 'zod/mini'
import { plainChecks } from './text.ts'

const scripts =
  'Latin,Cyrillic,Greek,Armenian,Georgian,Cherokee,Hebrew,Arabic,Thaana,Devanagari,Bengali,Gurmukhi,Gujarati,Oriya,Tamil,Telugu,Kannada,Malayalam,Sinhala,Thai,Lao,Tibetan,Myanmar,Khmer,Ethiopic'
    .split(',')
    .map((script) => String.raw`\p{Script=${script}}`)

/** Scripts that Chinese, Japanese and Korean combine, including Latin (UTS 39). */
const eastAsian =
  '\\p{Script=Latin}\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Bopomofo}\\p{Script=Hangul}'

const notLetters = String.raw`\P{L}\p{Script=Common}\p{Script=Inherited}`

const oneScript = new RegExp(
  `^(?:${[...scripts, eastAsian].map((script) => `[${script}${notLetters}]*`).join('|')}|[^${scripts.join('')}${eastAsian}]*)$`,
  'u',
)

/** Whether all characters of a text belong to one script. "Маrk" with a Cyrillic "а" does not. */
export const isOfOneScript = (text: string) => oneScript.test(text)

/** Normalizes look-alike characters, spaces and hyphens, and strips invisible marks that pasting adds. */
const tidyName = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(/[‐‑]/g, '-')
    .replaceAll(/[‘ʼ]/g, '’')
    .replaceAll(/\p{Zs}+/gu, ' ')
    .replaceAll(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, '')

const nameCharacters = 'Please use letters, spaces, apostrophes, hyphens and full stops only.'

const nameChecks = (max: number) => [
  ...plainChecks(max),
  z.regex(/^(?:[\p{L}\p{Mn}\p{Mc} '’.-]*)$/u, nameCharacters),
  z.refine<string>((name) => !/\p{DI}/u.test(name), nameCharacters),
  z.refine<string>((name) => name === '' || /^['’]?\p{L}/u.test(name), 'Please begin with a letter.'),
  z.refine<string>((name) => !/\p{M}{5}/u.test(name), nameCharacters),
  // Email programs turn "club.example" into a link.
  z.refine<string>((name) => !/\.\p{L}{2}/u.test(name), 'Please put a space after a full stop.'),
  z.refine<string>(isOfOneScript, 'Please use the letters of one alphabet.'),
]

/**
 * A name that is shown to others: characters of one script, spaces, apostrophes, hyphens and full stops. `required` is the
 * error for a missing name.
 */
export const personName = (max: number, required: string) =>
  z
    .string({ error: required })
    .check(z.overwrite(tidyName), z.minLength(1, { error: required, abort: true }), ...nameChecks(max))

/** Like `personName`, but may be empty. */
export const optionalName = (max: number) =>
  z.string({ error: 'Please enter text.' }).check(z.overwrite(tidyName), ...nameChecks(max))

/** Makes a stored name safe to show: one line, without control, format or invisible characters. */
export const safeName = (name: string) =>
  name
    .replaceAll(/[\s\p{Z}\p{Cc}]+/gu, ' ')
    .replaceAll(/[\p{Cf}\p{DI}\u2800“”<>]/gu, '')
    .trim()
