import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '#ui/browser-storage.ts'

/* Texts that outlive a reload, a crash and a session. Their keys begin with the person they belong to. */

const listeners = new Set<() => void>()
// Without storage a text lives as long as the page.
const unstored = new Map<string, string>()

const notify = () => {
  for (const listener of listeners) listener()
}

export function onSavedTextChange(listener: () => void) {
  if (listeners.size === 0) window.addEventListener('storage', notify)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', notify)
  }
}

function storedKeys() {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}

export function savedText(key: string): string | null {
  return unstored.get(key) ?? readStored('local', key)
}

export function saveText(key: string, text: string | null): void {
  unstored.delete(key)
  const isStored = writeStored('local', key, text)
  if (!isStored && text !== null) unstored.set(key, text)
  notify()
}

const keysUnder = (prefix: string) =>
  [...new Set([...storedKeys(), ...unstored.keys()])].filter((key) => key.startsWith(prefix))

export const savedTextsUnder = (prefix: string): string[] =>
  keysUnder(prefix).map((key) => savedText(key) ?? '')

const comments = 'comment:'

/** The key prefix for a person's comment drafts on a post. */
export const draftsOf = (personId: string, postId: string) => `${comments}${personId}:draft:${postId}:`

export const unsentCommentsKey = (personId: string) => `${comments}${personId}:unsent:`

/** Returns a person's unsent comments, or everyone's when `personId` is null. */
export const unsentTexts = (personId: string | null): string[] =>
  personId === null
    ? keysUnder(comments)
        .filter((key) => key.split(':', 3)[2] === 'unsent')
        .map((key) => savedText(key) ?? '')
    : savedTextsUnder(unsentCommentsKey(personId))

export const unsentHeartsKey = (personId: string) => `${comments}${personId}:heart:`

/** Deletes a person's comment drafts and unsent comments, or everyone's when `personId` is null. */
export function deleteUnsentComments(personId: string | null): void {
  for (const key of keysUnder(personId === null ? comments : `${comments}${personId}:`)) saveText(key, null)
}

export const useSavedText = (key: string) =>
  useSyncExternalStore(
    onSavedTextChange,
    () => savedText(key),
    () => null,
  )

/** Returns the texts whose keys begin with `prefix`; one joined string is the stable snapshot. */
export function useTextsUnder(prefix: string): string[] {
  const texts: string[] = JSON.parse(
    useSyncExternalStore(
      onSavedTextChange,
      () => JSON.stringify(savedTextsUnder(prefix)),
      () => '[]',
    ),
  )
  return texts
}

export const useUnsentCount = (personId: string | null) =>
  useSyncExternalStore(onSavedTextChange, () => unsentTexts(personId).length)
