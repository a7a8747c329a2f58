import type { Draft } from '@touchline/contract/drafts.ts'

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

// Where a browser keeps nothing, copies live as long as the page.
const copies = new Map<string, string>()

const prefixOf = (personId: string) => `desk:${personId}:`

function stored<Result>(work: (storage: Storage) => Result): Result | null {
  try {
    return work(window.localStorage)
  } catch {
    return null
  }
}

/** Keeps a copy in this browser, past a reload, a crash and a closed window; null forgets it. */
export function writeCopy(personId: string, draftId: string, copy: Copy | null): void {
  const key = prefixOf(personId) + draftId
  if (copy === null) {
    copies.delete(key)
    stored((storage) => storage.removeItem(key))
    return
  }
  const text = JSON.stringify(copy)
  copies.set(key, text)
  stored((storage) => storage.setItem(key, text))
}

/** The copy of a draft in this browser, or null. */
export function readCopy(personId: string, draftId: string): Copy | null {
  const key = prefixOf(personId) + draftId
  const text = stored((storage) => storage.getItem(key)) ?? copies.get(key)
  // Only `writeCopy` writes under these names.
  const copy: Copy | null = text ? JSON.parse(text) : null
  return copy
}

/** Every copy of somebody in this browser that holds anything, the newest first. */
export function copiesOf(personId: string): { draftId: string; copy: Copy }[] {
  const prefix = prefixOf(personId)
  const names = new Set([...copies.keys(), ...(stored((storage) => Object.keys(storage)) ?? [])])
  return [...names]
    .filter((name) => name.startsWith(prefix))
    .flatMap((name) => {
      const draftId = name.slice(prefix.length)
      const copy = readCopy(personId, draftId)
      return copy && !isSameText(copy.typed, nothingTyped) ? [{ draftId, copy }] : []
    })
    .toSorted((one, other) => other.copy.at - one.copy.at)
}
