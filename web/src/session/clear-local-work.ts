import { savedTextsUnder } from './saved-texts.ts'

/** Where what everybody typed for posts is kept. */
export const desk = 'desk:'

/** Where the drafts of posts are kept that a person typed and that are not saved yet, each under its id. */
export const deskOf = (personId: string) => `${desk}${personId}:`

/** Whether this browser keeps any of that, whoever typed it. */
export const hasUnsavedPostForm = () => savedTextsUnder(desk).some((text) => text !== '')

function forgetUnder(prefix: string, kept: () => Storage) {
  try {
    const storage = kept()
    for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key)
  } catch {
    // What could not be stored is not there.
  }
}

/** Forgets what everybody was writing for posts and forms: for somebody who leaves this browser. */
export function clearLocalWork(): void {
  forgetUnder(desk, () => localStorage)
  forgetUnder('draft:', () => sessionStorage)
}
