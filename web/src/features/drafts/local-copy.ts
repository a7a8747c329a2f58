import type { Draft } from '@touchline/contract/drafts.ts'
import type { Part } from '@touchline/contract/media.ts'
import { deskOf } from '#drafting/clear-local-work.ts'
import { saveText, savedText, savedTextsUnder } from '#drafting/saved-texts.ts'
import { clubNow } from '#ui/clock.ts'
import { randomId } from '#ui/random-id.ts'

type TypedPart = Pick<Part, 'id' | 'mediaAlt'>

/** `parts` are the order and the descriptions that were chosen here; parts added since then follow. */
export type Typed = Pick<Draft, 'title' | 'content' | 'mediaAlt' | 'opensAt' | 'sharing'> & {
  parts?: TypedPart[] | undefined
}

/** Changes based on `version` that are not saved on the server yet; 0 for a new draft. */
export type Copy = { version: number; typed: Typed; at: number }

export const nothingTyped: Typed = { title: '', content: '', mediaAlt: '', opensAt: null, sharing: null }

/** Compares the parts that both have: others were added or removed elsewhere, which is no conflict. */
function areSameParts(one: TypedPart[] = [], other: TypedPart[] = []) {
  const common = (parts: TypedPart[], among: TypedPart[]) =>
    JSON.stringify(
      parts
        .filter(({ id }) => among.some((part) => part.id === id))
        .map(({ id, mediaAlt }) => [id, mediaAlt ?? '']),
    )
  return common(one, other) === common(other, one)
}

/** The parts of a draft in the order and with the descriptions that were chosen here. */
export function arrangedParts(parts: Part[], chosen: TypedPart[] = []): Part[] {
  const first = chosen.flatMap(({ id, mediaAlt }) => {
    const part = parts.find((one) => one.id === id)
    return part ? [{ ...part, mediaAlt }] : []
  })
  return [...first, ...parts.filter(({ id }) => chosen.every((one) => one.id !== id))]
}

export const isSameText = (one: Typed, other: Typed) =>
  one.title === other.title &&
  one.content === other.content &&
  // With parts, `mediaAlt` only repeats the description of the first one.
  ((one.parts?.length ?? 0) > 0 || one.mediaAlt === other.mediaAlt) &&
  areSameParts(one.parts, other.parts) &&
  one.opensAt === other.opensAt &&
  // A copy of an earlier version has none.
  (one.sharing ?? null) === (other.sharing ?? null)

type StoredCopy = Copy & { draftId: string }

const read = (text: string): StoredCopy => JSON.parse(text)

export function writeCopy(personId: string, draftId: string, copy: Copy | null): void {
  saveText(deskOf(personId) + draftId, copy && JSON.stringify({ ...copy, draftId }))
}

export function beginDraft(personId: string): string {
  const draftId = randomId()
  writeCopy(personId, draftId, { version: 0, typed: nothingTyped, at: clubNow() })
  return draftId
}

export function readCopy(personId: string, draftId: string): Copy | null {
  const text = savedText(deskOf(personId) + draftId)
  return text === null ? null : read(text)
}

export function copiesOf(personId: string): { draftId: string; copy: Copy }[] {
  const texts = new Set(savedTextsUnder(deskOf(personId)).filter((text) => text !== ''))
  return [...texts]
    .map(read)
    .filter(({ typed }) => !isSameText(typed, nothingTyped))
    .map(({ draftId, ...copy }) => ({ draftId, copy }))
    .toSorted((one, other) => other.copy.at - one.copy.at)
}
