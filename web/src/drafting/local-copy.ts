import type { Draft } from '@touchline/contract/drafts.ts'
import type { Part } from '@touchline/contract/media.ts'
import { localDraftsOf } from './clear-local-work.ts'
import { saveText, savedTextsUnder } from './saved-texts.ts'
import { clubNow } from '#ui/clock.ts'
import { randomId } from '#ui/random-id.ts'

type TypedPart = Pick<Part, 'id' | 'mediaAlt'>

/** `parts` are the order and the descriptions that were chosen here; parts added since then follow. */
export type Typed = Pick<Draft, 'title' | 'content' | 'mediaAlt' | 'opensAt' | 'sharing'> &
  Partial<Pick<Draft, 'isMadeWithAi' | 'commentsOff' | 'tags' | 'collectionIds'>> & {
    parts?: TypedPart[] | undefined
  }

/** Changes based on `version` that are not saved on the server yet; 0 for a new draft. */
export type Copy = { version: number; typed: Typed; at: number }

export const nothingTyped: Typed = { title: '', content: '', mediaAlt: '', opensAt: null, sharing: null }

export const typedOf = ({
  title,
  content,
  mediaAlt,
  opensAt,
  sharing,
  isMadeWithAi,
  commentsOff,
  tags,
  collectionIds,
  parts,
}: Draft): Typed => ({
  title,
  content,
  mediaAlt,
  opensAt,
  sharing,
  isMadeWithAi,
  commentsOff,
  tags,
  collectionIds,
  parts: parts.map((part) => ({ id: part.id, mediaAlt: part.mediaAlt })),
})

/** What a draft is saved with. */
export const toSaved = ({ version, typed }: Pick<Copy, 'version' | 'typed'>) => ({
  version,
  ...typed,
  parts: typed.parts?.map(({ id, mediaAlt }) => ({ id, mediaAlt: mediaAlt ?? '' })),
})

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

const areSameTexts = (one: string[] = [], other: string[] = []) =>
  JSON.stringify(one) === JSON.stringify(other)

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
  (one.sharing ?? null) === (other.sharing ?? null) &&
  (one.isMadeWithAi ?? false) === (other.isMadeWithAi ?? false) &&
  (one.commentsOff ?? false) === (other.commentsOff ?? false) &&
  areSameTexts(one.tags, other.tags) &&
  areSameTexts(one.collectionIds?.toSorted(), other.collectionIds?.toSorted())

/** The editor of a draft that holds a copy: two tabs never write over each other’s text. */
type Holder = { draftId: string; editorId?: string | undefined }
export type StoredCopy = Copy & Holder

export const copyKey = (personId: string, { draftId, editorId }: Holder) =>
  localDraftsOf(personId) + (editorId ? `${draftId}:${editorId}` : draftId)

export function writeCopy(personId: string, holder: Holder, copy: Copy | null): void {
  saveText(copyKey(personId, holder), copy && JSON.stringify({ ...copy, ...holder }))
}

const storedCopies = (personId: string): StoredCopy[] =>
  [...new Set(savedTextsUnder(localDraftsOf(personId)).filter((text) => text !== ''))]
    .map((text): StoredCopy => JSON.parse(text))
    .toSorted((one, other) => other.at - one.at)

/** The newest changes to a draft that are not saved on the server. */
export const readCopy = (personId: string, draftId: string): StoredCopy | null =>
  storedCopies(personId).find((copy) => copy.draftId === draftId) ?? null

/** The newest copy of each draft of a person, newest first, without drafts in which nothing was typed. */
export function copiesOf(personId: string): StoredCopy[] {
  const copies = storedCopies(personId).filter(({ typed }) => !isSameText(typed, nothingTyped))
  return copies.filter((copy, at) => copies.findIndex(({ draftId }) => draftId === copy.draftId) === at)
}

const chosenFiles = new Map<string, File[]>()

/** Begins a draft, with what was typed and chosen for it elsewhere. Returns its id. */
export function beginDraft(personId: string, typed: Partial<Typed> = {}, files: File[] = []): string {
  const draftId = randomId()
  chosenFiles.set(draftId, files)
  writeCopy(personId, { draftId }, { version: 0, typed: { ...nothingTyped, ...typed }, at: clubNow() })
  return draftId
}

/** Returns the files that a draft was begun with, once. */
export function takeChosenFiles(draftId: string): File[] {
  const files = chosenFiles.get(draftId) ?? []
  chosenFiles.delete(draftId)
  return files
}
