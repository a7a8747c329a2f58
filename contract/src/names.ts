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

/** Signs that join consonants in Indic scripts: a joiner after one of them decides how the letters are drawn. */
const viramas = String.raw`\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u1039\u17d2`

/** The places where spelling needs a joiner (RFC 5892): "ශ්‍රී", "രാജന്‍", "علی‌رضا". */
const spelledJoiner = String.raw`[${viramas}][\u200c\u200d]|\p{Script=Arabic}\p{M}*\u200c(?=\p{Script=Arabic})`

const withoutJoiners = (name: string) =>
  name.replaceAll(new RegExp(spelledJoiner, 'gu'), (joined) => joined.slice(0, -1))

const endsInVirama = new RegExp(`[${viramas}]$`, 'u')

/** Characters that pasting leaves at the end of a name; a joiner that belongs to the last letter stays. */
const tidyEnd = (end: string, at: number, name: string) =>
  /^[\u200c\u200d]/.test(end) && endsInVirama.test(name.slice(0, at)) ? end.slice(0, 1) : ''

/** Marks that are pasted around names, and variants of letters, spaces and hyphens. */
const tidyName = (text: string) =>
  text
    // Some of these would become a blank and a mark below.
    .replaceAll(/[`´‘‛ʼ′׳＇]/g, '’')
    .normalize('NFKC')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/\p{Zs}+/gu, ' ')
    // Japanese keyboards can ask for one drawing of a character among several.
    .replaceAll(/(\p{Script=Han})[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu, '$1')
    .replace(/^[\s\p{Cf}]+/u, '')
    .replace(/[\s\p{Cf}]+$/u, tidyEnd)

const nameCharacters = 'Please use letters, spaces, apostrophes, hyphens and full stops only.'

const nameChecks = (max: number) => [
  ...plainChecks(max),
  z.refine<string>((name) => /^[\p{L}\p{Mn}\p{Mc} '’.·・-]*$/u.test(withoutJoiners(name)), nameCharacters),
  z.refine<string>((name) => !/\p{DI}/u.test(withoutJoiners(name)), nameCharacters),
  // Between letters of Catalan, Japanese and Chinese names.
  z.refine<string>((name) => !/(?:^|[^\p{L}\p{M}])[·・]|[·・](?!\p{L})/u.test(name), nameCharacters),
  z.refine<string>((name) => name === '' || /^['’]?\p{L}/u.test(name), 'Please begin with a letter.'),
  z.refine<string>((name) => !/\p{M}{5}/u.test(name), nameCharacters),
  // Email programs turn "club.example" into a link.
  z.refine<string>((name) => !/\.\p{L}{2}/u.test(name), 'Please put a space after a full stop.'),
  z.refine<string>(isOfOneScript, 'Please use the letters of one alphabet.'),
]

/** Allows one script, spaces, apostrophes, hyphens and full stops. `required` is the error for a missing name. */
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
    .replaceAll(new RegExp(String.raw`(${spelledJoiner})|[\p{Cf}\p{DI}\u2800“”<>]`, 'gu'), '$1')
    .trim()
