import * as z from 'zod/mini'
import { isStorableText, isVisible } from './text.ts'

export const maxTags = 10
export const maxTagLength = 30

export const tagTooLong = `A tag can have at most ${maxTagLength} characters.`
export const tooManyTags = `A post can have at most ${maxTags} tags.`

/** Tags that differ only in case, accents or spaces are one. */
export const foldTag = (tag: string) =>
  tag
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[\s\p{Z}]+/gu, ' ')
    .trim()
    .toLowerCase()

/** A tag as it is stored: one line, without controls and the leading #. */
export const toTag = (typed: string) =>
  typed
    .normalize('NFC')
    .replaceAll(/[\s\p{Z}]+/gu, ' ')
    .replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff\p{NChar}]/gu, '')
    .replace(/^[#\s]+/u, '')
    .trim()

/** Without a second spelling of the same tag. */
export const distinctTags = (tags: string[]) =>
  tags.filter((tag, index) => tags.findIndex((other) => foldTag(other) === foldTag(tag)) === index)

const tag = z.string({ error: 'Please enter text.' }).check(
  z.refine(isStorableText, { error: 'This text contains characters that cannot be stored.', abort: true }),
  z.overwrite(toTag),
  z.refine((text) => isVisible(text) && foldTag(text) !== '', 'A tag needs a letter, a number or a symbol.'),
  z.refine((text) => Array.from(text).length <= maxTagLength, tagTooLong),
)

export const tags = z
  .array(tag, { error: 'tags must be a list of texts.' })
  .check(z.maxLength(100, tooManyTags), z.overwrite(distinctTags), z.maxLength(maxTags, tooManyTags))
