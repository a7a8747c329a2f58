/**
 * A file that is on its way with the post it belongs to, kept in this browser so that a reload does not lose it.
 * `fields` are the post's other fields; `address` is where its upload was begun, once it was; `draftId` is the draft
 * on the desk it belongs to, if it does.
 */
export type SavedUpload = {
  id: string
  personId: string
  draftId?: string
  file: File
  fields: [name: string, value: string][]
  address: string | null
  keptAt: number
}

const databaseName = 'touchline-uploads'
const storeName = 'uploads'
/** As long as the server keeps what has arrived. */
const keptMs = 24 * 60 * 60 * 1000

const answered = <Result>(request: IDBRequest<Result>) =>
  new Promise<Result>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The browser keeps nothing.')))
  })

async function inStore<Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result | null> {
  try {
    const opening = indexedDB.open(databaseName, 1)
    opening.addEventListener('upgradeneeded', () => {
      opening.result.createObjectStore(storeName, { keyPath: 'id' })
    })
    const database = await answered(opening)
    try {
      return await answered(work(database.transaction(storeName, mode).objectStore(storeName)))
    } finally {
      database.close()
    }
  } catch {
    // Without storage a file is on its way as long as the page lives.
    return null
  }
}

/** Keeps an upload, or what has become of it. */
export const saveUpload = async (kept: SavedUpload) =>
  void (await inStore('readwrite', (all) => all.put(kept)))

export const deleteUpload = async (id: string) => void (await inStore('readwrite', (all) => all.delete(id)))

/** Forgets every upload of everybody: for somebody who leaves this browser. */
export const deleteAllUploads = async () => void (await inStore('readwrite', (all) => all.clear()))

const lockOf = (id: string) => `upload:${id}`

/** Does `work` while no other tab sends the same upload; answers null at once when one does. */
export function withUploadLock<Result>(id: string, work: () => Promise<Result>): Promise<Result | null> {
  // Browsers know locks on https and on this machine only.
  if (!('locks' in navigator)) return work()
  return navigator.locks.request(lockOf(id), { ifAvailable: true }, async (lock) => (lock ? work() : null))
}

/**
 * What somebody was sending for a draft, or as a post of its own, when a page was left, and no other tab sends; null when
 * there is nothing.
 */
export async function unfinishedUpload(personId: string, draftId?: string): Promise<SavedUpload | null> {
  const all: SavedUpload[] = (await inStore<SavedUpload[]>('readonly', (store) => store.getAll())) ?? []
  const held = 'locks' in navigator ? ((await navigator.locks.query()).held ?? []) : []
  for (const kept of all) {
    if (kept.keptAt < Date.now() - keptMs) await deleteUpload(kept.id)
    else if (
      kept.personId === personId &&
      kept.draftId === draftId &&
      held.every(({ name }) => name !== lockOf(kept.id))
    )
      return kept
  }
  return null
}
