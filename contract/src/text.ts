import * as z from 'zod/mini'

/** True for text PostgreSQL and JSON can carry unchanged: no NUL, no lone surrogate. */
export const isStorableText = (text: string) => !text.includes('\u0000') && text.isWellFormed()

const codePoints = (text: string) => {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/**
 * Text a person typed: trimmed, storable, at most `max` code points.
 * `required` is the sentence for a missing or empty value.
 */
export const requiredText = (max: number, required: string) =>
  z.string({ error: required }).check(
    z.trim(),
    z.minLength(1, required),
    z.refine(isStorableText, 'This text contains characters that cannot be stored.'),
    z.refine((text) => codePoints(text) <= max, `Please use at most ${max} characters.`),
  )

/** Like `requiredText`, but may be empty. */
export const optionalText = (max: number) =>
  z.string({ error: 'Please enter text.' }).check(
    z.trim(),
    z.refine(isStorableText, 'This text contains characters that cannot be stored.'),
    z.refine((text) => codePoints(text) <= max, `Please use at most ${max} characters.`),
  )

/** An opaque id. Its form is the server's business; anything that is not one is simply not found. */
export const id = z.string().check(z.minLength(1), z.maxLength(64), z.refine(isStorableText))

export const byId = z.object({ id })

/** A moment in UTC, as ISO 8601 text on the wire. */
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

/** How many rows a page holds, 1 to 50. */
export const pageSize = wholeNumber('limit', 1, 50)
