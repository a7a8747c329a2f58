/** An upload for a post that survives a reload. `fields` are the rest of the post. */
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
const keepMs = 24 * 60 * 60 * 1000

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
    return null
  }
}

/** The browser would copy a larger file. Its upload continues once the person chooses it again. */
const maxSavedBytes = 256 * 1024 * 1024

export async function saveUpload(upload: SavedUpload): Promise<void> {
  if (upload.file.size <= maxSavedBytes) await inStore('readwrite', (all) => all.put(upload))
}

export const deleteUpload = async (id: string) => void (await inStore('readwrite', (all) => all.delete(id)))

export const deleteAllUploads = async () => void (await inStore('readwrite', (all) => all.clear()))

const lockOf = (id: string) => `upload:${id}`

/** Runs `work` under a lock on the upload. Returns null at once when another tab holds it. */
export function withUploadLock<Result>(id: string, work: () => Promise<Result>): Promise<Result | null> {
  // Web Locks require a secure context.
  if (!('locks' in navigator)) return work()
  return navigator.locks.request(lockOf(id), { ifAvailable: true }, async (lock) => (lock ? work() : null))
}

/**
 * Returns the interrupted uploads for this draft, or for a new post, as they were chosen, without those that another
 * tab is sending.
 */
export async function unfinishedUploads(personId: string, draftId?: string): Promise<SavedUpload[]> {
  const found: SavedUpload[] = []
  const all: SavedUpload[] = (await inStore<SavedUpload[]>('readonly', (store) => store.getAll())) ?? []
  const held = 'locks' in navigator ? ((await navigator.locks.query()).held ?? []) : []
  for (const upload of all) {
    if (upload.keptAt < Date.now() - keepMs) await deleteUpload(upload.id)
    else if (
      upload.personId === personId &&
      upload.draftId === draftId &&
      held.every(({ name }) => name !== lockOf(upload.id))
    )
      found.push(upload)
  }
  return found
}
