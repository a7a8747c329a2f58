import { savedTextsUnder } from './saved-texts.ts'

/** Browsers hold drafts under this name, which the page had before. */
export const localDrafts = 'desk:'
/** Where tus-js-client stores the addresses of begun uploads. */
const begunUploads = 'tus::'

/** The storage key prefix for a person's unsaved post drafts, each under its id. */
export const localDraftsOf = (personId: string) => `${localDrafts}${personId}:`

export const hasUnsavedPostForm = () => savedTextsUnder(localDrafts).some((text) => text !== '')

function clearUnder(prefix: string, area: () => Storage) {
  try {
    const storage = area()
    for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key)
  } catch {}
}

/** Deletes all locally stored drafts and forms when a person leaves this browser. */
export function clearLocalWork(): void {
  clearUnder(localDrafts, () => localStorage)
  clearUnder(begunUploads, () => localStorage)
  clearUnder('draft:', () => sessionStorage)
}
