import { useSyncExternalStore } from 'react'
import { savedText, onSavedTextChange, savedTextsUnder, unsentTexts } from './saved-texts.ts'

/** Returns a saved text and updates when it changes in any window. */
export const useSavedText = (key: string) => useSyncExternalStore(onSavedTextChange, () => savedText(key))

/** The same for all keys that begin with `prefix`. Joins them into one string as a stable snapshot. */
export function useTextsUnder(prefix: string): string[] {
  const texts: string[] = JSON.parse(
    useSyncExternalStore(onSavedTextChange, () => JSON.stringify(savedTextsUnder(prefix))),
  )
  return texts
}

/** Returns the number of unsent comments (see `unsentTexts`). */
export const useUnsentCount = (personId: string | null) =>
  useSyncExternalStore(onSavedTextChange, () => unsentTexts(personId).length)
