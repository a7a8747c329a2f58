import type { Draft } from '@touchline/contract/drafts.ts'
import { deskOf } from '#session/clear-local-work.ts'
import { saveText, savedText, savedTextsUnder } from '#session/saved-texts.ts'

/** What is typed of a draft. */
export type Typed = Pick<Draft, 'title' | 'content' | 'mediaAlt' | 'opensAt'>

/** What was typed over `version` of a draft and is not on the server yet; version 0 has never been there. */
export type Copy = { version: number; typed: Typed; at: number }

export const nothingTyped: Typed = { title: '', content: '', mediaAlt: '', opensAt: null }

export const isSameText = (one: Typed, other: Typed) =>
  one.title === other.title &&
  one.content === other.content &&
  one.mediaAlt === other.mediaAlt &&
  one.opensAt === other.opensAt

type StoredCopy = Copy & { draftId: string }

// Only `writeCopy` writes under these names.
const read = (text: string): StoredCopy => JSON.parse(text)

/** Keeps a copy in this browser, past a reload, a crash and a closed window; null forgets it. */
export function writeCopy(personId: string, draftId: string, copy: Copy | null): void {
  saveText(deskOf(personId) + draftId, copy && JSON.stringify({ ...copy, draftId }))
}

/** The copy of a draft in this browser, or null. */
export function readCopy(personId: string, draftId: string): Copy | null {
  const text = savedText(deskOf(personId) + draftId)
  return text === null ? null : read(text)
}

/** Every copy of somebody in this browser that holds anything, the newest first. */
export function copiesOf(personId: string): { draftId: string; copy: Copy }[] {
  const texts = new Set(savedTextsUnder(deskOf(personId)).filter((text) => text !== ''))
  return [...texts]
    .map(read)
    .filter(({ typed }) => !isSameText(typed, nothingTyped))
    .map(({ draftId, ...copy }) => ({ draftId, copy }))
    .toSorted((one, other) => other.copy.at - one.copy.at)
}
