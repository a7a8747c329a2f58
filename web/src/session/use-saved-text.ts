import { useSyncExternalStore } from 'react'
import { savedText, onSavedTextChange, savedTextsUnder, unsentTexts } from './saved-texts.ts'

/** A kept text, anew whenever it changes in this window or another. */
export const useSavedText = (key: string) => useSyncExternalStore(onSavedTextChange, () => savedText(key))

/** The same for all whose key begins like this; read as one text, which is the same while nothing changes. */
export function useTextsUnder(prefix: string): string[] {
  const texts: string[] = JSON.parse(
    useSyncExternalStore(onSavedTextChange, () => JSON.stringify(savedTextsUnder(prefix))),
  )
  return texts
}

/** How many comments wait to be sent, see `unsentTexts`. */
export const useUnsentCount = (personId: string | null) =>
  useSyncExternalStore(onSavedTextChange, () => unsentTexts(personId).length)
