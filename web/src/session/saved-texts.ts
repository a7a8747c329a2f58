/*
 * Texts that outlive their page: a reload, a crash, a session that ended. Kept in this browser, under keys that name
 * the person first, so that nobody else who signs in here is shown them; every window hears of a change.
 */

import { readStored, writeStored } from '#ui/browser-storage.ts'

const listeners = new Set<() => void>()
// Without storage a text lives as long as the page.
const unstored = new Map<string, string>()

const tell = () => {
  for (const listener of listeners) listener()
}

export function onSavedTextChange(listener: () => void) {
  if (listeners.size === 0) window.addEventListener('storage', tell)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', tell)
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

/** Keeps a text, or with null forgets it. */
export function saveText(key: string, text: string | null): void {
  unstored.delete(key)
  const isStored = writeStored('local', key, text)
  if (!isStored && text !== null) unstored.set(key, text)
  tell()
}

const keysUnder = (prefix: string) =>
  [...new Set([...storedKeys(), ...unstored.keys()])].filter((key) => key.startsWith(prefix))

/** Every text whose key begins like this. */
export const savedTextsUnder = (prefix: string): string[] =>
  keysUnder(prefix).map((key) => savedText(key) ?? '')

const comments = 'comment:'

/** Where a person's drafts of comments on a post are kept. */
export const draftsOf = (personId: string, postId: string) => `${comments}${personId}:draft:${postId}:`

/** Where a person's comments are kept that wait to be sent. */
export const unsentCommentsKey = (personId: string) => `${comments}${personId}:unsent:`

/**
 * A person's comments that wait to be sent; null is somebody whose name is not known: everybody's that wait in this
 * browser.
 */
export const unsentTexts = (personId: string | null): string[] =>
  personId === null
    ? keysUnder(comments)
        .filter((key) => key.split(':', 3)[2] === 'unsent')
        .map((key) => savedText(key) ?? '')
    : savedTextsUnder(unsentCommentsKey(personId))

/** Where hearts are kept that a person gave or took back and that wait to be sent. */
export const unsentHeartsKey = (personId: string) => `${comments}${personId}:heart:`

/** Forgets what a person was writing and what waits, for when they leave this browser; null is somebody whose name is not known. */
export function deleteUnsentComments(personId: string | null): void {
  for (const key of keysUnder(personId === null ? comments : `${comments}${personId}:`)) saveText(key, null)
}
