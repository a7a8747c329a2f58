import * as z from 'zod/mini'

/** True for text PostgreSQL and JSON can carry unchanged: no NUL, no lone surrogate. */
export const isStorableText = (text: string) => !text.includes('\u0000') && text.isWellFormed()

const codePoints = (text: string) => {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** Invisible characters that Unicode classifies as letters or symbols, and the placeholder of a pasted picture. */
const inkless = String.raw`\u2800\ufffc\u{13441}-\u{13446}\u{1d159}`

const ink = new RegExp(String.raw`[^\p{Cc}\p{Cf}\p{Z}\p{M}\p{DI}\p{NChar}${inkless}]`, 'u')

/** True for text with a visible character. */
export const isVisible = (text: string) => ink.test(text)

/** No script stacks more marks on one letter; hundreds would cover the lines above and below. */
const stackedMarks = /(\p{M}{8})\p{M}+/gu

/** Keeps tabs, line breaks and joiners, which emoji, Arabic and Indic scripts need. */
const withoutControls = (text: string) => {
  // Invalid text is rejected, not repaired.
  if (!isStorableText(text)) return text
  const kept = text
    .replaceAll(/(?![\t\n\r])\p{Cc}|[\u202a-\u202e\u2066-\u206f\ufeff\p{NChar}]/gu, '')
    .replaceAll(stackedMarks, '$1')
    .trim()
  return isVisible(kept) ? kept : ''
}

/** Checks of every text: storable, and at most `max` code points. */
export const plainChecks = (max: number) => [
  z.refine<string>(isStorableText, 'This text contains characters that cannot be stored.'),
  z.refine<string>((text) => codePoints(text) <= max, `Please use at most ${max} characters.`),
]

/** Trimmed, visible, at most `max` code points. `required` is the message for an empty value. */
export const requiredText = (max: number, required: string) =>
  z
    .string({ error: required })
    .check(z.overwrite(withoutControls), z.minLength(1, required), ...plainChecks(max))

/** Like `requiredText`, but may be empty. */
export const optionalText = (max: number) =>
  z.string({ error: 'Please enter text.' }).check(z.overwrite(withoutControls), ...plainChecks(max))

const oneLine = (text: string) => withoutControls(text).replaceAll(/[\s\p{Z}]+/gu, ' ')

/** Like `requiredText`, in one line. */
export const requiredLine = (max: number, required: string) =>
  requiredText(max, required).check(z.overwrite(oneLine))

/** Like `optionalText`, in one line. */
export const optionalLine = (max: number) => optionalText(max).check(z.overwrite(oneLine))

/** An opaque id. A malformed id is simply not found. */
export const id = z.string().check(z.minLength(1), z.maxLength(64), z.refine(isStorableText))

export const byId = z.object({ id })

/** A UTC date as ISO 8601 text. */
export const moment = z.iso.datetime()

const wholeNumber = (name: string, min: number, max: number) =>
  z.coerce
    .number({ error: `${name} must be a number.` })
    .check(
      z.int(`${name} must be a whole number.`),
      z.gte(min, `${name} must be at least ${min}.`),
      z.lte(max, `${name} must be at most ${max}.`),
    )

/** Page numbers start at 1. */
export const pageNumber = wholeNumber('page', 1, 1_000_000)

export const maxPerPage = 50

/** The page size, 1 to `maxPerPage`. */
export const pageSize = wholeNumber('limit', 1, maxPerPage)
